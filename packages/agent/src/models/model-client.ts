import { setTimeout as delay } from 'node:timers/promises';
import {
  APICallError,
  RetryError,
  streamText,
  type LanguageModel,
  type ModelMessage,
  type ToolSet,
} from 'ai';
import { StepError } from '@errand/browser-runtime';
import { openModel } from './open-model.ts';
import { createUsageMeter, type Usage } from './usage-meter.ts';
import type { ModelSettings } from './settings.ts';

/** A call of a tool as the model wrote it. */
export interface ToolCall {
  id: string;
  name: string;
  input: unknown;
  /** Why it is none: no such tool, or an input that cannot be read. */
  problem: string | null;
}

/** One answer of the model. */
export interface ModelResponse {
  text: string;
  calls: ToolCall[];
  /** The answer as the model wants to see it again in the next question. */
  messages: ModelMessage[];
  /** False when it was cut off at its greatest length. */
  complete: boolean;
}

export interface ModelRequest {
  instructions: string;
  messages: ModelMessage[];
  tools: ToolSet;
  signal: AbortSignal;
}

/** The model as one Run uses it. */
export interface ModelClient {
  /**
   * Asks the model, again when the provider is busy or the answer breaks off.
   * @throws {StepError} `agent_model_error`; `agent_gave_up` when the Run's budget is used up
   */
  generate(question: ModelRequest): Promise<ModelResponse>;
  readonly usage: Usage;
  readonly vision: boolean;
  /** What the settings say of an ad-hoc Run. */
  readonly maxSteps: number;
}

/** An answer that ended before it was complete; it can be asked for again. */
class IncompleteResponseError extends Error {}

const FIRST_RETRY_DELAY_MS = 500;

function statusOf(error: unknown): number | undefined {
  if (RetryError.isInstance(error)) return statusOf(error.lastError);
  return APICallError.isInstance(error) ? error.statusCode : undefined;
}

/** In words that name neither the provider nor what it said. */
function toModelError(error: unknown): StepError {
  const status = statusOf(error);
  const why =
    status === 401 || status === 403
      ? 'The model refused the credentials that the operator configured.'
      : status === 404
        ? 'The model that the operator configured is not there.'
        : status === 429
          ? 'The model is busy: it refused the request again and again.'
          : status === 413 || status === 400
            ? 'The model did not accept the request.'
            : 'The model could not be reached, or its answer was not complete.';
  return new StepError('agent_model_error', why, { cause: error });
}

async function streamResponse(model: LanguageModel, settings: ModelSettings, question: ModelRequest) {
  const { instructions, messages, tools, signal } = question;
  const late = AbortSignal.timeout(settings.timeoutMs);
  const result = streamText({
    model,
    instructions,
    messages,
    tools,
    maxOutputTokens: settings.maxOutputTokens,
    maxRetries: settings.retries,
    abortSignal: AbortSignal.any([signal, late]),
    // What goes wrong is thrown below.
    onError: () => undefined,
  });
  for await (const part of result.stream) {
    if (part.type === 'error') throw part.error;
    if (part.type === 'abort') throw new IncompleteResponseError('the answer took too long');
  }
  const reason = await result.finishReason;
  if (reason === 'interrupted' || reason === 'error')
    throw new IncompleteResponseError('the answer broke off');
  const [text, calls, responses, usage] = await Promise.all([
    result.text,
    result.toolCalls,
    result.responseMessages,
    result.usage,
  ]);
  return { reason, text, calls, usage, messages: responses.filter(({ role }) => role === 'assistant') };
}

/** The SDK tries again what was refused before the answer began; what breaks later is tried again here. */
function isRetryable(error: unknown): boolean {
  return !RetryError.isInstance(error) && (statusOf(error) ?? 200) < 300;
}

const problemOf = (call: { invalid?: boolean | undefined; error?: unknown }): string | null => {
  if (call.invalid !== true) return null;
  return call.error instanceof Error && /no.?such.?tool|unavailable tool/i.test(call.error.message)
    ? 'There is no such tool.'
    : 'The input is not JSON that this tool takes.';
};

/** Opens the model for one Run, with the Run's own budget. */
export function createModelClient(settings: ModelSettings, model = openModel(settings)): ModelClient {
  const meter = createUsageMeter(settings);
  const once = async (question: ModelRequest): Promise<ModelResponse> => {
    const { reason, text, calls, usage, messages } = await streamResponse(model, settings, question);
    meter.add(usage);
    if (reason === 'content-filter') throw new StepError('agent_model_error', 'The model refused to answer.');
    return {
      text,
      calls: calls.map((call) => ({
        id: call.toolCallId,
        name: call.toolName,
        input: call.input as unknown,
        problem: problemOf(call),
      })),
      messages,
      complete: reason !== 'length',
    };
  };
  return {
    vision: settings.vision,
    maxSteps: settings.maxSteps,
    get usage() {
      return meter.usage;
    },
    async generate(question) {
      for (let tries = 0; ; tries += 1) {
        question.signal.throwIfAborted();
        meter.check();
        try {
          return await once(question);
        } catch (error) {
          question.signal.throwIfAborted();
          if (error instanceof StepError) throw error;
          if (!isRetryable(error) || tries >= settings.retries) throw toModelError(error);
          await delay(FIRST_RETRY_DELAY_MS * 2 ** tries, undefined, { signal: question.signal }).catch(() =>
            question.signal.throwIfAborted(),
          );
        }
      }
    },
  };
}
