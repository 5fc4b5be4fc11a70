/** Stops what the set-up started. */
const tearDown = async (): Promise<void> => {
  await globalThis.stopContractStack?.();
};

export default tearDown;
