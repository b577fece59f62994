// Swift's module of the C library lacks it.
#include <sys/signalfd.h>
