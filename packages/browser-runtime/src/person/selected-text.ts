/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import { findElement } from './drop-down.ts';

/** The selected text of the page, as copying would take it; of a password field nothing. */
export async function selectedText(page: Page): Promise<string> {
  const element = await findElement(page, null);
  if (element === null) return '';
  return await element.evaluate((node) => {
    if (node instanceof HTMLInputElement && node.type === 'password') return '';
    if (node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement)
      return node.value.slice(node.selectionStart ?? 0, node.selectionEnd ?? 0);
    return node.ownerDocument.getSelection()?.toString() ?? '';
  });
}
