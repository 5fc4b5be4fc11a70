/** Version of the package, as its manifest has it. */
export const VERSION = '0.1.0';
