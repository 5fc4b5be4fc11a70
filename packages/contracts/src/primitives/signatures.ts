import { actionPrimitives } from './browser-actions.ts';
import { navigationPrimitives } from './browser-navigation.ts';
import { readingPrimitives } from './browser-reading.ts';
import { authPrimitives } from './auth.ts';
import { dataPrimitives } from './data.ts';
import { desktopPrimitives } from './desktop.ts';
import { httpPrimitives } from './http.ts';
import { humanPrimitives } from './human.ts';
import { runbookPrimitives } from './runbook.ts';

/** The signatures of all primitives. */
export const primitiveSignatures = [
  ...navigationPrimitives,
  ...actionPrimitives,
  ...readingPrimitives,
  ...httpPrimitives,
  ...dataPrimitives,
  ...humanPrimitives,
  ...authPrimitives,
  ...runbookPrimitives,
  ...desktopPrimitives,
] as const;
