import { findOne, read, type } from '@errand/computer';
import { holdsWithin, waitFor } from '@errand/wait-for';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Desktop, announceSkipped, noDesktop, startDesktop } from './desktop.ts';

announceSkipped('typing into real applications');

/** Characters that layouts lack, that dead keys stand for, and that need Shift, AltGr or more than 16 bits. */
const TEXT =
  'Hello, World! (a_b) {x} [y] "q" ~|^ \'`´ 123\nZweite Zeile: Grüße, €5, @naïve\\, 日本, Привет, 🙂\n\tEnd <z>.';

(noDesktop === null ? describe : describe.skip)('typing into an editor', () => {
  let desktop: Desktop;
  beforeAll(async () => {
    desktop = await startDesktop();
    desktop.start('mousepad', '--disable-server');
  });
  afterAll(async () => {
    await desktop?.[Symbol.asyncDispose]();
  });

  for (const layouts of [['us'], ['de'], ['ru,us'], ['fr']])
    test(`a text arrives exactly as it is with the layout ${layouts.join()}`, async () => {
      desktop.layout(...layouts);
      const computer = await desktop.open();
      const scope = computer.scope(['app:mousepad']);
      const field = () => findOne(computer, { app: 'mousepad', role: 'textbox' }, scope);
      await waitFor(
        'the editor',
        async () =>
          await field().then(
            () => true,
            () => false,
          ),
      );
      const editor = await field();
      const before = await read(computer, editor);
      await type(computer, TEXT, scope, { into: editor, turn: async () => false });
      await holdsWithin(5_000, async () => (await read(computer, editor)) === before + TEXT);
      expect(await read(computer, editor)).toBe(before + TEXT);
    });
});
