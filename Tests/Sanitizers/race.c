/* A data race, which proves that ThreadSanitizer works here and reports races. */
#include <pthread.h>

static int shared;

static void *write_to(void *address) {
    for (int index = 0; index < 1000; index++) ++*(int *)address;
    return address;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, 0, write_to, &shared) != 0) return 1;
    write_to(&shared);
    return pthread_join(thread, 0);
}
