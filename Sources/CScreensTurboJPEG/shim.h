#if !__has_include(<turbojpeg.h>)
#error "the headers of TurboJPEG are missing: on Debian, install libturbojpeg0-dev"
#endif
#include <turbojpeg.h>
