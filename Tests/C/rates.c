// Rates as fractions, and programs whose structs do not have them yet.
#include <string.h>

#include <screens.h>

#include "expect.h"

static void draw(void *data, screens_view *view) {
    (void)data;
    view->next = SCREENS_NEXT_WHEN_NEEDED;
}

static screens_kit *simulated(const char *modes) {
    screens_options options = {.size = sizeof options, .draw = draw, .simulate = modes, .manual_clock = 1};
    screens_kit *kit = screens_start(&options);
    expect(kit && screens_advance(kit, 0) == SCREENS_OK);
    return kit;
}

static int is(screens_rate rate, uint64_t numerator, uint64_t denominator) {
    return rate.numerator == numerator && rate.denominator == denominator;
}

static void rates_are_exact_and_in_lowest_terms(void) {
    // A clock of 149994 kHz, and 1360 by 4600 pixels with the blanking.
    screens_kit *kit = simulated("1280x720@23.976 64x48@60");
    screens_screen screen = {.size = sizeof screen};
    expect(screens_list(kit, &screen, 1) == 1 && screen.millihertz == 23976 && is(screen.refresh_rate, 74997, 3128));
    screens_mode modes[2] = {{.size = sizeof modes[0]}};
    expect(screens_modes(kit, screen.id, modes, 2) == 2);
    expect(modes[0].millihertz == 60000 && is(modes[0].refresh_rate, 60, 1));
    expect(modes[1].millihertz == 23976 && is(modes[1].refresh_rate, 74997, 3128));
    screens_settings settings = {.size = sizeof settings, .is_off = 1};
    expect(screens_apply(kit, screen.id, &settings) == SCREENS_OK && screens_list(kit, &screen, 1) == 1);
    expect(screen.millihertz == 0 && is(screen.refresh_rate, 0, 0));
    expect(screens_stop(kit) == SCREENS_OK);
}

// The elements of its list are closer together.
static void a_program_of_version_1_0_gets_what_it_knows(void) {
    screens_kit *kit = simulated("64x48@60,32x32@50");
    static _Alignas(screens_screen) char memory[2 * sizeof(screens_screen)];
    size_t size = offsetof(screens_screen, refresh_rate);
    memset(memory, 7, sizeof memory);
    memcpy(memory, &size, sizeof size);
    expect(screens_list(kit, (screens_screen *)memory, 2) == 2);
    screens_screen second;
    memcpy(&second, memory + size, size);
    expect(second.size == size && second.width == 32 && second.millihertz == 50000);
    expect(memory[2 * size] == 7);
    expect(screens_stop(kit) == SCREENS_OK);
}

int main(void) {
    rates_are_exact_and_in_lowest_terms();
    a_program_of_version_1_0_gets_what_it_knows();
    puts("rates are exact");
    return 0;
}
