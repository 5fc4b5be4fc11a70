import fc from 'fast-check';

/** Any code point but surrogates. The library's own unit `binary` takes a second of CPU to build. */
export const anyCodePoint = fc
  .integer({ min: 0, max: 0x10f7ff })
  .map((index) => String.fromCodePoint(index < 0xd800 ? index : index + 0x800));
