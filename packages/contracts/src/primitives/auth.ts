import { z } from 'zod';
import { primitive } from './signature.ts';

const authTotp = primitive({
  name: 'auth.totp',
  summary: 'Compute the one-time code of an authenticator app (RFC 6238) for now',
  effect: 'read',
  input: z.strictObject({
    secret: z.string().min(1).describe('The key of the authenticator in Base32, from a secret input.'),
  }),
  output: z.string().describe('Six digits.'),
  examples: [{ secret: '{{ inputs.authenticator }}' }],
});

export const authPrimitives = [authTotp] as const;
