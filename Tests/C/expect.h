// Ends the program if a condition is false, with the text of the library's last error.
#include <stdio.h>
#include <stdlib.h>

#define expect(condition)                                                                              \
    do {                                                                                               \
        if (!(condition)) {                                                                            \
            fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #condition, screens_error());      \
            exit(1);                                                                                   \
        }                                                                                              \
    } while (0)
