/**
 * A Messages API on loopback that the real Claude Code talks to: what the model "says" comes from a script, and every
 * request is kept with its body. It listens on 127.0.0.1 only, so nothing an end-to-end test does leaves the machine.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Block {
  type: string;
  text?: string;
  id?: string;
  name?: string;
  input?: unknown;
  tool_use_id?: string;
  content?: unknown;
  is_error?: boolean;
}
export interface Message {
  role: 'user' | 'assistant';
  content: string | Block[];
}
export interface MessagesRequest {
  model: string;
  stream?: boolean;
  system?: string | Block[];
  messages: Message[];
  tools?: { name: string; input_schema?: { properties?: object } }[];
}

/** What the script answers: content blocks (a tool_use makes the turn go on), or an API error. */
export type Answer = { blocks: Block[] } | ApiError;
export interface ApiError {
  status: number;
  error: string;
  message: string;
}
/** May take its time: until then the request stays open. */
export type Script = (request: MessagesRequest, n: number) => Answer | Promise<Answer>;

export interface Logged {
  n: number;
  /** Arrival and end of the answer, performance.now() milliseconds. */
  at: number;
  done: number;
  path: string;
  bytes: number;
  /** Undefined where the path is not /v1/messages. */
  body: MessagesRequest | undefined;
}

/** The bodies behind the sentences that `claude` prints for the common failures. */
export const API_ERRORS = {
  unauthorized: {
    status: 401,
    error: 'authentication_error',
    message: 'OAuth token has expired. Please log in again.',
  },
  forbidden: { status: 403, error: 'permission_error', message: 'Your account does not have access to Claude Code.' },
  credit: {
    status: 400,
    error: 'invalid_request_error',
    message: 'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing.',
  },
  rateLimit: {
    status: 429,
    error: 'rate_limit_error',
    message: "This request would exceed your account's rate limit.",
  },
  overloaded: { status: 529, error: 'overloaded_error', message: 'Overloaded' },
} as const satisfies Record<string, ApiError>;

export class LoopbackApi {
  readonly requests: Logged[] = [];
  script: Script;
  /** A model needs a moment; without one, a first tool call could come before Claude Code has started its MCP servers. */
  readonly #thinkMs: number;
  readonly #server: http.Server;
  #count = 0;

  private constructor(script: Script, thinkMs: number) {
    this.script = script;
    this.#thinkMs = thinkMs;
    this.#server = http.createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => this.#answer(request.url ?? '/', Buffer.concat(parts), response));
    });
  }

  static async start(script: Script, thinkMs = 150): Promise<LoopbackApi> {
    const api = new LoopbackApi(script, thinkMs);
    await new Promise<void>((resolve) => api.#server.listen(0, '127.0.0.1', resolve));
    return api;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The model requests so far, oldest first. */
  get calls(): (Logged & { body: MessagesRequest })[] {
    return this.requests.filter((logged): logged is Logged & { body: MessagesRequest } => logged.body !== undefined);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #answer(url: string, raw: Buffer, response: http.ServerResponse): void {
    const at = performance.now();
    const path = url.split('?')[0] ?? url;
    const body = path === '/v1/messages' ? (JSON.parse(raw.toString()) as MessagesRequest) : undefined;
    const logged: Logged = { n: ++this.#count, at, done: at, path, bytes: raw.length, body };
    this.requests.push(logged);
    response.on('finish', () => {
      logged.done = performance.now();
    });
    const other = path.endsWith('/count_tokens') ? { input_tokens: 10 } : {};
    if (body === undefined) sendJson(response, 200, other);
    else setTimeout(() => void this.#reply(response, logged.n, body), this.#thinkMs);
  }

  async #reply(response: http.ServerResponse, n: number, body: MessagesRequest): Promise<void> {
    send(response, n, body, await this.script(body, n));
  }
}

const envelope = (n: number, model: string) => ({
  id: `msg_loopback_${n}`,
  type: 'message',
  role: 'assistant',
  model,
  content: [],
  stop_reason: null,
  stop_sequence: null,
  usage: { input_tokens: 100, output_tokens: 1, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
});

const ending = (blocks: Block[]) => ({
  stop_reason: blocks.some((block) => block.type === 'tool_use') ? 'tool_use' : 'end_turn',
});

function send(response: http.ServerResponse, n: number, request: MessagesRequest, answer: Answer): void {
  if ('status' in answer) {
    const error = { type: answer.error, message: answer.message };
    sendJson(response, answer.status, { type: 'error', error });
  } else if (request.stream) {
    sendStream(response, n, request.model, answer.blocks);
  } else {
    sendJson(response, 200, { ...envelope(n, request.model), ...ending(answer.blocks), content: answer.blocks });
  }
}

function sendJson(response: http.ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}

function sendStream(response: http.ServerResponse, n: number, model: string, blocks: Block[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const event = (type: string, fields: object) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`);
  event('message_start', { message: envelope(n, model) });
  for (const [index, block] of blocks.entries()) {
    const isText = block.type === 'text';
    event('content_block_start', { index, content_block: isText ? { ...block, text: '' } : { ...block, input: {} } });
    const delta = isText
      ? { type: 'text_delta', text: block.text }
      : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) };
    event('content_block_delta', { index, delta });
    event('content_block_stop', { index });
  }
  event('message_delta', { delta: ending(blocks), usage: { output_tokens: 20 } });
  event('message_stop', {});
  response.end();
}
