import { setTimeout as delay } from 'node:timers/promises';
import {
  APICallError,
  RetryError,
  streamText,
  type LanguageModel,
  type ModelMessage,
  type Tool,
  type ToolSet,
} from 'ai';
import { StepError } from '@errand/browser-runtime';
import { computerToolOf } from './computer-tool.ts';
import { openModel } from './open-model.ts';
import { createUsageMeter, type Usage } from './usage-meter.ts';
import type { ModelSettings } from './settings.ts';

/** A tool call as the model wrote it. */
export interface ToolCall {
  id: string;
  name: string;
  input: unknown;
  /** Why the call is invalid: no such tool, or unreadable input. */
  problem: string | null;
}

/** One answer of the model. */
export interface ModelResponse {
  text: string;
  calls: ToolCall[];
  /** The answer as history for the next request. */
  messages: ModelMessage[];
  /** False when the answer was cut off at `maxOutputTokens`. */
  complete: boolean;
}

export interface ModelRequest {
  instructions: string;
  messages: ModelMessage[];
  tools: ToolSet;
  signal: AbortSignal;
}

/** The connection to the model, with one Run's budget. */
export interface ModelClient {
  /**
   * Asks the model; retries when the provider is busy or the answer breaks off.
   * @throws {StepError} `agent_model_error`; `agent_gave_up` when the Run's budget is used up
   */
  generate(request: ModelRequest): Promise<ModelResponse>;
  readonly usage: Usage;
  readonly vision: boolean;
  /** The provider's own tool for a desktop; null: the model has none. */
  readonly computer: Tool | null;
  /** Actions that an ad-hoc Run may take. */
  readonly maxSteps: number;
}

/** The answer ended before it was complete; the request can be retried. */
class IncompleteResponseError extends Error {}

const FIRST_RETRY_DELAY_MS = 500;

function statusOf(error: unknown): number | undefined {
  if (RetryError.isInstance(error)) return statusOf(error.lastError);
  return APICallError.isInstance(error) ? error.statusCode : undefined;
}

const STATUS_MESSAGES: Readonly<Record<number, string>> = {
  400: 'The model did not accept the request.',
  401: 'The model refused the credentials that the operator configured.',
  403: 'The model refused the credentials that the operator configured.',
  404: 'The model that the operator configured does not exist.',
  413: 'The model did not accept the request.',
  429: 'The model is busy: it refused the request again and again.',
};

/** The message reveals neither the provider nor its response. */
function toModelError(error: unknown): StepError {
  const message =
    STATUS_MESSAGES[statusOf(error) ?? 0] ?? 'The model could not be reached, or its answer was incomplete.';
  return new StepError('agent_model_error', message, { cause: error });
}

async function streamResponse(model: LanguageModel, settings: ModelSettings, request: ModelRequest) {
  const { instructions, messages, tools, signal } = request;
  const timeout = AbortSignal.timeout(settings.timeoutMs);
  const result = streamText({
    model,
    instructions,
    messages,
    tools,
    maxOutputTokens: settings.maxOutputTokens,
    maxRetries: settings.retries,
    abortSignal: AbortSignal.any([signal, timeout]),
    // Errors are thrown from the stream below.
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

/** The SDK retries requests refused before the answer begins; answers that break off later are retried here. */
function isRetryable(error: unknown): boolean {
  return !RetryError.isInstance(error) && (statusOf(error) ?? 200) < 300;
}

function problemOf(call: { invalid?: boolean | undefined; error?: unknown }): string | null {
  if (call.invalid !== true) return null;
  return call.error instanceof Error && /no.?such.?tool|unavailable tool/i.test(call.error.message)
    ? 'There is no such tool.'
    : 'The input is not JSON that this tool takes.';
}

/** Opens the model for one Run, with its own budget. */
export function createModelClient(settings: ModelSettings, model = openModel(settings)): ModelClient {
  const meter = createUsageMeter(settings);
  const once = async (request: ModelRequest): Promise<ModelResponse> => {
    const { reason, text, calls, usage, messages } = await streamResponse(model, settings, request);
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
    computer: computerToolOf(settings),
    maxSteps: settings.maxSteps,
    get usage() {
      return meter.usage;
    },
    async generate(request) {
      for (let retries = 0; ; retries += 1) {
        request.signal.throwIfAborted();
        meter.check();
        try {
          return await once(request);
        } catch (error) {
          request.signal.throwIfAborted();
          if (error instanceof StepError) throw error;
          if (!isRetryable(error) || retries >= settings.retries) throw toModelError(error);
          await delay(FIRST_RETRY_DELAY_MS * 2 ** retries, undefined, { signal: request.signal }).catch(() =>
            request.signal.throwIfAborted(),
          );
        }
      }
    },
  };
}
