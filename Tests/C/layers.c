// Layers over a grey simulated screen.
#include <string.h>

#include <screens.h>

#include "expect.h"

enum { WIDTH = 64, HEIGHT = 48 };

static screens_kit *kit;
static screens_screen screen = {.size = sizeof screen};
static uint32_t shown[WIDTH * HEIGHT];

static void draw(void *data, screens_view *view) {
    ++*(int *)data;
    for (int y = 0; y < view->height; y++)
        for (int x = 0; x < view->width; x++)
            view->pixels[y * view->stride / 4 + x] = 0x808080;
    view->next = SCREENS_NEXT_WHEN_NEEDED;
}

static uint32_t pixel(int x, int y) {
    int32_t width, height;
    expect(screens_advance_refreshes(kit, 3) == 1);
    expect(screens_capture(kit, screen.id, shown, WIDTH * HEIGHT, &width, &height) == SCREENS_OK);
    return shown[y * WIDTH + x];
}

static void draw_dot(void *data, screens_view *view) {
    expect(view->width == 4 && view->height == 2);
    // No call in it may wait for it.
    expect(screens_remove_layer(view->kit, *(uint64_t *)data) == SCREENS_ERROR_IN_CALLBACK);
    // Half of white, multiplied by alpha.
    view->pixels[view->frame] = 0x80808080;
    view->damage = (screens_rectangle){view->frame, 0, 1, 1};
    view->next = SCREENS_NEXT_WHEN_NEEDED;
}

static void layers_have_a_picture_a_strip_or_a_function(void) {
    // The rows have a gap.
    uint32_t pixels[2][5] = {{0xFFFF0000, 0, 0x80808080, 0xFF00FF00, 1}, {0xFFFF0000, 0, 0, 0, 1}}, strip[WIDTH * 2];
    screens_layer layer = {
        .size = sizeof layer, .place = {10, 5, 4, 2}, .pixels = pixels[0], .width = 4, .height = 2, .stride = 20};
    uint64_t first, second, third;
    expect(screens_add_layer(kit, screen.id, &layer, &first) == SCREENS_OK);
    expect(pixel(10, 5) == 0xFF0000 && pixel(11, 5) == 0x808080 && pixel(12, 5) == 0xC0C0C0 && pixel(13, 5) == 0xFF00);
    // The picture was copied.
    memset(pixels, 0xFF, sizeof pixels);
    layer.pixels = NULL;
    layer.place.x = 20;
    layer.transparency = 1;
    expect(screens_change_layer(kit, first, &layer) == SCREENS_OK && pixel(10, 5) == 0x808080);
    expect(pixel(20, 5) == 0x808080);
    layer.transparency = 0;
    expect(screens_change_layer(kit, first, &layer) == SCREENS_OK && pixel(20, 5) == 0xFF0000);

    for (int x = 0; x < WIDTH * 2; x++) strip[x] = x % WIDTH;
    screens_layer ticker = {.size = sizeof ticker, .place = {0, 0, 32, 2}, .pixels = strip, .width = WIDTH, .height = 2,
                            .is_opaque = 1, .scroll = 120};
    expect(screens_add_layer(kit, screen.id, &ticker, &second) == SCREENS_OK && second != first);
    uint32_t before = pixel(0, 0);
    expect(pixel(0, 0) == (before + 6) % WIDTH && shown[31] == (shown[0] + 31) % WIDTH);

    screens_layer dot = {.size = sizeof dot, .place = {30, 30, 4, 2}, .draw = draw_dot, .draw_data = &third};
    third = 0;
    expect(screens_add_layer(kit, screen.id, &dot, &third) == SCREENS_OK);
    expect(pixel(30, 30) == 0xC0C0C0 && pixel(31, 30) == 0x808080);
    expect(screens_request_layer(kit, third) == SCREENS_OK && pixel(31, 30) == 0xC0C0C0);

    expect(screens_remove_layer(kit, first) == SCREENS_OK && pixel(20, 5) == 0x808080);
    expect(screens_remove_layer(kit, second) == SCREENS_OK && pixel(0, 0) == 0x808080);
    expect(screens_remove_layer(kit, third) == SCREENS_OK && pixel(30, 30) == 0x808080);
    expect(screens_remove_layer(kit, third) == SCREENS_ERROR_INVALID_ARGUMENT);
    expect(screens_request_layer(kit, third) == SCREENS_ERROR_INVALID_ARGUMENT);
    expect(screens_change_layer(kit, third, &dot) == SCREENS_ERROR_INVALID_ARGUMENT);
}

static void impossible_layers_are_refused(void) {
    uint32_t pixels[8] = {0};
    uint64_t number;
    screens_layer good = {.size = sizeof good, .place = {10, 5, 4, 2}, .pixels = pixels, .width = 4, .height = 2};
    screens_layer bad[8];
    for (int i = 0; i < 8; i++) bad[i] = good;
    bad[0].pixels = NULL;
    bad[1].draw = draw;
    bad[2].place.width = 0;
    bad[3].place.x = WIDTH;
    bad[4].transparency = 1.5;
    bad[5].height = 1 << 20;
    bad[6].stride = 15;
    bad[7].scroll = 1e9;
    for (int i = 0; i < 8; i++)
        expect(screens_add_layer(kit, screen.id, &bad[i], &number) == SCREENS_ERROR_INVALID_ARGUMENT);
    expect(screens_add_layer(kit, screen.id, &good, NULL) == SCREENS_ERROR_INVALID_ARGUMENT);
    expect(screens_add_layer(kit, screen.id, NULL, &number) == SCREENS_ERROR_INVALID_ARGUMENT);
    expect(screens_add_layer(kit, screen.id + 1, &good, &number) == SCREENS_ERROR_NO_SUCH_SCREEN);
}

int main(void) {
    int calls = 0;
    screens_options options = {
        .size = sizeof options, .draw = draw, .draw_data = &calls, .simulate = "64x48@60", .manual_clock = 1};
    kit = screens_start(&options);
    expect(kit && screens_advance(kit, 0) == SCREENS_OK && screens_list(kit, &screen, 1) == 1);
    layers_have_a_picture_a_strip_or_a_function();
    impossible_layers_are_refused();
    expect(calls == 1);
    uint64_t number;
    uint32_t pixels[8] = {0};
    screens_layer layer = {.size = sizeof layer, .place = {10, 5, 4, 2}, .pixels = pixels, .width = 4, .height = 2};
    expect(screens_add_layer(kit, screen.id, &layer, &number) == SCREENS_OK);
    // It ends with the kit.
    expect(screens_stop(kit) == SCREENS_OK);
    expect(screens_remove_layer(kit, number) == SCREENS_ERROR_STOPPED);
    puts("layers are shown and removed");
    return 0;
}
