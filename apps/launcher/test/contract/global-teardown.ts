/** Stops the stack that the global setup started. */
const tearDown = async (): Promise<void> => {
  await globalThis.stopContractStack?.();
};

export default tearDown;
