// Keeps the processor busy. Most instructions do nothing: in virtual time they take 2 ns like any others, but the
// emulating machine finishes them at once.
int main(void) {
    for (;;) __asm__ volatile(".rept 400\n nop\n .endr");
}
