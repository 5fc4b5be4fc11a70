/** Waits until something holds. */
export async function eventually(holds: () => Promise<boolean> | boolean): Promise<void> {
  const deadline = performance.now() + 20_000;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error('it never came true');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
