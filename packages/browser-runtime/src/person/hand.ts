import type { BrowserMessage, PersonInput } from '@errand/contracts';
import type { CDPSession, Dialog, ElementHandle, FileChooser, Page } from 'playwright-core';
import { withTimeout } from '@errand/wait-for';
import type { BrowserSession } from '../browser/browser-session.ts';
import { StepError } from '../host.ts';
import { type Of, type PageInput, createInputDispatcher } from './dispatch.ts';
import { chooseOption, type ShownList, readList } from './drop-down.ts';
import { type Seen, readElement } from './element-at.ts';
import { selectedText } from './selected-text.ts';
import { createTypedPasswords } from './typed-passwords.ts';

/** Carries out a person's input while they control a Run's browser. */
export interface Hand {
  /** Carries out one input; await it before the next. Never rejects: a failed input is reported as `refused`. */
  carryOut(input: PersonInput): Promise<void>;
  /** Lets go of everything: keys, buttons, dialogs, choices. */
  end(): Promise<void>;
}

/** The page handles input in the order of its arrival; after this time the next input follows in any case. */
const INPUT_TIMEOUT_MS = 1_000;
const LOOK_TIMEOUT_MS = 500;
const NAVIGATION_TIMEOUT_MS = 30_000;
const ENDS_TYPING: ReadonlySet<string> = new Set(['Enter', 'Tab', 'Escape']);

type Choice =
  | { of: 'dialog'; dialog: Dialog }
  | { of: 'files'; chooser: FileChooser }
  | { of: 'list'; element: ElementHandle<Element> };

/** @param tell shows a message to the person in control */
export function createHand(surface: BrowserSession, tell: (message: BrowserMessage) => void): Hand {
  const { context, network } = surface;
  const input = createInputDispatcher();
  const passwords = createTypedPasswords((texts) => surface.mask.hide(texts));
  const sessions = new Map<Page, Promise<CDPSession>>();
  const choices = new Map<string, Choice>();
  const heard = new Set<Page>();
  let choiceCount = 0;
  let dialogShown = Promise.withResolvers<void>();

  const refuse = (detail: string) => tell({ type: 'refused', detail: surface.mask.text(detail) });
  const add = (choice: Choice): string => {
    choiceCount += 1;
    const id = String(choiceCount);
    choices.set(id, choice);
    return id;
  };
  /** Takes the choice with this id, which can be answered only once. */
  const take = <Kind extends Choice['of']>(of: Kind, id: string): Extract<Choice, { of: Kind }> | null => {
    const choice = choices.get(id);
    if (choice?.of !== of) return null;
    choices.delete(id);
    return choice as Extract<Choice, { of: Kind }>;
  };
  const hasDialog = () => [...choices.values()].some(({ of }) => of === 'dialog');

  const onDialog = (dialog: Dialog) => {
    const id = add({ of: 'dialog', dialog });
    const kind = dialog.type() as 'alert' | 'confirm' | 'prompt' | 'beforeunload';
    const shown = { id, kind, message: surface.mask.text(dialog.message()), text: dialog.defaultValue() };
    tell({ type: 'dialog', dialog: shown });
    dialogShown.resolve();
  };
  const onFileChooser = async (chooser: FileChooser) => {
    const accept = (await chooser.element().getAttribute('accept')) ?? '';
    const id = add({ of: 'files', chooser });
    tell({ type: 'files', choice: { id, multiple: chooser.isMultiple(), accept } });
  };
  const hearFileChooser = (chooser: FileChooser) => void onFileChooser(chooser).catch(() => undefined);
  const hear = (page: Page) => {
    if (heard.has(page)) return;
    heard.add(page);
    page.on('filechooser', hearFileChooser);
  };
  /** A tab that the person's click opened comes to the front, as in any browser. */
  const onTab = (page: Page) => {
    if (!surface.tabs.includes(page)) return;
    hear(page);
    surface.activate(page);
  };

  surface.person = { onDialog, onRefused: ({ message }) => refuse(message) };
  context.on('page', onTab);
  for (const page of surface.tabs) hear(page);

  const sessionOf = (page: Page): Promise<CDPSession> => {
    const session = sessions.get(page) ?? context.newCDPSession(page);
    session.catch(() => sessions.delete(page));
    sessions.set(page, session);
    return session;
  };

  const openList = async ({ value: list, corner, handle }: Seen<Omit<ShownList, 'id'>>): Promise<void> => {
    const element = await handle();
    if (element === null) return;
    await element.focus();
    const { x, y, ...size } = list.box;
    const box = { x: x + corner.x, y: y + corner.y, ...size };
    tell({ type: 'list', list: { ...list, id: add({ of: 'list', element }), box } });
  };
  /** Chromium draws drop-down lists outside of the page, where no picture shows them. */
  const opensList = async (page: Page, pageInput: PageInput): Promise<boolean> => {
    const isPress = pageInput.type === 'mouse' && pageInput.action === 'down' && pageInput.button === 'left';
    const isKey =
      pageInput.type === 'key' &&
      pageInput.action === 'down' &&
      (pageInput.key === ' ' || (pageInput.key === 'ArrowDown' && pageInput.modifiers.includes('Alt')));
    if (!isPress && !isKey) return false;
    const point = isPress ? { x: pageInput.x, y: pageInput.y } : null;
    const seen = await withTimeout(
      readElement(page, point, readList).catch(() => null),
      LOOK_TIMEOUT_MS,
      null,
    );
    if (seen === null || seen.value === null) return false;
    await withTimeout(openList({ ...seen, value: seen.value }), INPUT_TIMEOUT_MS, undefined);
    return true;
  };

  const toPage = async (page: Page, pageInput: PageInput): Promise<void> => {
    if (hasDialog()) return;
    const isKeyDown = pageInput.type === 'key' && pageInput.action === 'down';
    const leaves =
      (pageInput.type === 'mouse' && pageInput.action === 'down') ||
      (pageInput.type === 'touch' && pageInput.action === 'start') ||
      (isKeyDown && (ENDS_TYPING.has(pageInput.key) || pageInput.modifiers.includes('Control')));
    if (leaves) passwords.complete();
    if (await opensList(page, pageInput)) return;
    dialogShown = Promise.withResolvers();
    const handled = input.dispatch(await sessionOf(page), pageInput).catch(() => undefined);
    // A pointer's moves need no answer before the next; a key's text may be a password that has to be known first.
    if (!isKeyDown && pageInput.type !== 'text' && pageInput.type !== 'composition') return;
    await withTimeout(Promise.race([handled, dialogShown.promise]), INPUT_TIMEOUT_MS, undefined);
    if (!leaves && !hasDialog()) await passwords.look(page);
  };

  const copy = async (page: Page, { cut }: Of<'copy'>): Promise<void> => {
    const text = await withTimeout(
      selectedText(page).catch(() => ''),
      LOOK_TIMEOUT_MS,
      '',
    );
    tell({ type: 'copied', text: surface.mask.text(text) });
    if (!cut || text === '') return;
    const key = { type: 'key', key: 'Delete', code: 'Delete', keyCode: 46 } as const;
    for (const action of ['down', 'up'] as const)
      await toPage(page, { ...key, action, location: 0, repeat: false, modifiers: [] });
  };

  const tab = async ({ action, index }: Of<'tab'>): Promise<void> => {
    if (action === 'new') return hear(await surface.openTab());
    const page = surface.tabs[index];
    if (page === undefined) return refuse('There is no such tab any more.');
    if (action === 'activate') {
      surface.activate(page);
      return await page.bringToFront();
    }
    if (surface.tabs.length === 1) return refuse('The last tab stays open, because the Run goes on in it.');
    await page.close({ runBeforeUnload: false });
  };

  /** Not awaited: a page that loads slowly can be used, or left, in the meantime. */
  const navigate = (page: Page, { to }: Of<'navigate'>): void => {
    const options = { waitUntil: 'commit', timeout: NAVIGATION_TIMEOUT_MS } as const;
    const go = (): Promise<unknown> => {
      if ('url' in to) {
        network.check(new URL(to.url));
        return page.goto(to.url, options);
      }
      if (to.history === 'reload') return page.reload(options);
      return to.history === 'back' ? page.goBack(options) : page.goForward(options);
    };
    Promise.try(go).catch((error: unknown) => {
      if (surface.person === null || page.isClosed()) return;
      refuse(error instanceof StepError ? error.message : 'The address could not be opened.');
    });
  };

  const answer = async (given: Of<'dialog' | 'files' | 'list'>): Promise<void> => {
    if (given.type === 'dialog') {
      const { dialog } = take('dialog', given.id) ?? {};
      tell({ type: 'dialog', dialog: null });
      await (given.action === 'accept' ? dialog?.accept(given.text) : dialog?.dismiss());
    } else if (given.type === 'files') {
      const { chooser } = take('files', given.id) ?? {};
      tell({ type: 'files', choice: null });
      const files = given.files.slice(0, chooser?.isMultiple() === true ? undefined : 1);
      if (files.length > 0)
        await chooser?.setFiles(
          files.map(({ name, mimeType, base64 }) => ({
            name,
            mimeType,
            buffer: Buffer.from(base64, 'base64'),
          })),
        );
    } else {
      const { element } = take('list', given.id) ?? {};
      tell({ type: 'list', list: null });
      const [index] = given.chosen ?? [];
      if (index !== undefined && element !== undefined) await chooseOption(element, index);
      await element?.dispose();
    }
  };

  const perform = async (given: PersonInput): Promise<void> => {
    if (given.type === 'dialog' || given.type === 'files' || given.type === 'list')
      return await answer(given);
    if (given.type === 'tab' || given.type === 'navigate') passwords.complete();
    if (given.type === 'tab') return await tab(given);
    const page = surface.activePage;
    if (page === null) return refuse('No tab is open.');
    if (given.type === 'navigate') return navigate(page, given);
    if (given.type === 'copy') return await copy(page, given);
    await toPage(page, given);
  };

  return {
    carryOut: async (given) => {
      try {
        await perform(given);
      } catch (error) {
        refuse(error instanceof StepError ? error.message : 'That could not be done.');
      }
    },
    end: async () => {
      passwords.complete();
      surface.person = null;
      context.off('page', onTab);
      for (const page of heard) page.off('filechooser', hearFileChooser);
      const page = surface.activePage;
      const letGo = async () => {
        for (const choice of choices.values())
          if (choice.of === 'dialog') await choice.dialog.dismiss().catch(() => undefined);
        if (page !== null && sessions.has(page)) await input.releaseAll(await sessionOf(page));
      };
      await withTimeout(
        letGo().catch(() => undefined),
        INPUT_TIMEOUT_MS,
        undefined,
      );
      for (const session of sessions.values()) session.then((open) => open.detach()).catch(() => undefined);
    },
  };
}
