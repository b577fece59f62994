#if !__has_include(<png.h>)
#error "the headers of libpng are missing: on Debian, install libpng-dev"
#endif
#include <png.h>
