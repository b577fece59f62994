// Wants the processor all the time. Mostly instructions that do nothing: in virtual time they take their 2 ns as any
// other, and the machine that emulates them is done with them at once.
int main(void) {
    for (;;) __asm__ volatile(".rept 400\n nop\n .endr");
}
