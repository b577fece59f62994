#if !__has_include(<fontconfig/fontconfig.h>)
#error "the headers of Fontconfig are missing: on Debian, install libpango1.0-dev"
#endif
#include <fontconfig/fontconfig.h>
