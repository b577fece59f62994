#if !__has_include(<mosquitto.h>)
#error "the headers of libmosquitto are missing: on Debian, install libmosquitto-dev"
#endif
#include <mosquitto.h>
#include <mqtt_protocol.h>
// Swift's module of the C library lacks it.
#include <sys/signalfd.h>
