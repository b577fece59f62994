#if !__has_include(<cairo/cairo.h>)
#error "the headers of Cairo are missing: on Debian, install libcairo2-dev"
#endif
#include <cairo/cairo.h>
