/* The sizes, in version 1.0, of the structs that programs make: to the end of the member that was last then. Later
 * members start after the padding of that struct, which programs do not set. */
#ifndef CSCREENS_SIZES_H
#define CSCREENS_SIZES_H

#include "screens.h"

#define CSCREENS_SIZE_TO(type, member) (offsetof(type, member) + sizeof(((type *)0)->member))

enum {
    CSCREENS_EVENT_SIZE_1_0 = CSCREENS_SIZE_TO(screens_event, message),
    CSCREENS_OPTIONS_SIZE_1_0 = CSCREENS_SIZE_TO(screens_options, content_end),
    CSCREENS_SCREEN_SIZE_1_0 = CSCREENS_SIZE_TO(screens_screen, dark_message),
    CSCREENS_MODE_SIZE_1_0 = CSCREENS_SIZE_TO(screens_mode, name),
    CSCREENS_SETTINGS_SIZE_1_0 = CSCREENS_SIZE_TO(screens_settings, driven),
    CSCREENS_STATISTICS_SIZE_1_0 = CSCREENS_SIZE_TO(screens_statistics, drawing_max),
    CSCREENS_LAYER_SIZE_1_0 = CSCREENS_SIZE_TO(screens_layer, draw_data)
};

#undef CSCREENS_SIZE_TO

#endif
