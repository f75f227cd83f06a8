// A BlueBubbles server and its Mac as a local server, after the source of BlueBubbles 1.9.9.
import {
  type AnswerCase,
  type FakeAnswer,
  type FakePlatform,
  type FakeReply,
  type FakeRequest,
  findUrls,
  parseJson,
  startFakePlatform,
} from "../../src/testing/fake-platform.ts";

export const IMESSAGE_PASSWORD = "blue bubbles&secret";
export const IMESSAGE_PHONE = "+16505551234";
export const IMESSAGE_GROUP = "iMessage;+;chat831551415676550949";
const CHATS = [`iMessage;-;${IMESSAGE_PHONE}`, "iMessage;-;ann@example.com", IMESSAGE_GROUP];

/** A row of the Mac's database. */
export interface MacMessage {
  readonly guid: string;
  readonly text: string;
  readonly chat: string;
  /** Milliseconds since the epoch. */
  readonly date: number;
  readonly isFromMe: boolean;
  readonly error: number;
}

export interface ImessageFakeOptions {
  /** Milliseconds: what messages are dated by. */
  readonly clock?: () => number;
  /** How long the server works on a call; it knows its `tempGuid` until then. */
  readonly callMs?: number;
  /** How long the Mac needs to show a message. */
  readonly showMs?: number;
  /** Messages that do not come from the server. */
  readonly others?: readonly MacMessage[];
  /** Chats of macOS 26 have the service `any`. */
  readonly service?: "iMessage" | "any";
  /** Apple's error number of each message that is sent. */
  readonly error?: number;
}

export function startImessage(options: ImessageFakeOptions = {}): Promise<FakePlatform> {
  const { clock = () => 0, callMs = 0, showMs = 0, others = [], error = 0 } = options;
  const stored: MacMessage[] = [...others];
  const inFlight = new Map<string, number>();

  const sendText = (body: Body, sequence: number): FakeAnswer => {
    const refused = checkText(body);
    if (refused !== undefined) return { reply: refused };
    const tempGuid = String(body["tempGuid"] ?? "");
    if ((inFlight.get(tempGuid) ?? 0) > clock()) {
      const why = `Message is already queued to be sent! (Temp GUID: ${tempGuid})`;
      return { reply: validationError(why) };
    }
    const chatGuid = String(body["chatGuid"]);
    if (!CHATS.includes(chatGuid)) return { reply: unknownChat(chatGuid, String(body["message"])) };
    inFlight.set(tempGuid, clock() + callMs);
    const guid = `7A2D4F1C-0000-4000-8000-${String(sequence).padStart(12, "0")}`;
    const text = String(body["message"]).replaceAll("\ufffc", "").trim();
    const chat = chatGuid.replace(/^iMessage/, options.service ?? "iMessage");
    stored.push({ guid, text, chat, date: clock(), isFromMe: true, error });
    const data = { guid, tempGuid, text, error: 0, isFromMe: true };
    return {
      reply: { status: 200, body: { status: 200, message: "Message sent!", data } },
      message: {
        id: guid,
        to: chatGuid,
        text,
        pings: [],
        previews: body["ddScan"] === true ? findUrls(text) : [],
      },
    };
  };

  const query = (body: Body): FakeReply => {
    const { chatGuid, after = 0, limit = 100, sort = "DESC", where = [] } = body as Query;
    if (where.some(({ statement }) => statement !== "message.is_from_me = :fromMe")) {
      return serverError("SQLITE_ERROR: no such column");
    }
    const shown = stored
      .filter(({ chat }) => chatGuid === undefined || chat === chatGuid)
      .filter(({ isFromMe }) => where.length === 0 || isFromMe)
      .filter(({ date }) => date >= after && date + showMs <= clock())
      .sort((a, b) => (sort === "ASC" ? a.date - b.date : b.date - a.date))
      .slice(0, limit);
    const data = shown.map(({ chat, date, ...message }) => ({
      ...message,
      dateCreated: date,
      attributedBody: null,
      chats: [{ guid: chat }],
    }));
    return { status: 200, body: { status: 200, message: "Successfully fetched messages!", data } };
  };

  return startFakePlatform((request, sequence) => {
    const refused = checkPassword(request);
    if (refused !== undefined) return { reply: refused };
    const body = parseJson(request.text) ?? {};
    switch (new URL(request.path, "http://mac").pathname) {
      case "/api/v1/message/text":
        return sendText(body, sequence);
      case "/api/v1/message/query":
        return { reply: query(body) };
      default:
        return { reply: { status: 404, body: "Not Found" } };
    }
  });
}

type Body = Readonly<Record<string, unknown>>;

interface Query {
  readonly chatGuid?: string;
  readonly after?: number;
  readonly limit?: number;
  readonly sort?: "ASC" | "DESC";
  readonly where?: readonly { readonly statement: string }[];
}

function checkPassword({ path }: FakeRequest): FakeReply | undefined {
  const { searchParams } = new URL(path, "http://mac");
  const given = ["guid", "password", "token"].map((name) => searchParams.get(name)).find(Boolean);
  if (given === undefined) return unauthorized("Missing server password!");
  return given === IMESSAGE_PASSWORD ? undefined : unauthorized("Unauthorized");
}

function checkText({ chatGuid, message, method, tempGuid }: Body): FakeReply | undefined {
  if (typeof chatGuid !== "string" || chatGuid === "") {
    return validationError("The chatGuid field is required.");
  }
  if (!["apple-script", "private-api", undefined].includes(method as string)) {
    return validationError("The selected method is invalid.");
  }
  if (method === "private-api") {
    if (message !== "") return undefined;
    return validationError("A 'message' or 'subject' is required when sending via the Private API");
  }
  if (tempGuid === undefined || tempGuid === "") {
    return validationError("A 'tempGuid' is required when sending via AppleScript");
  }
  if (String(message ?? "").trim() === "") {
    return validationError("A 'message' is required when sending via AppleScript");
  }
  return undefined;
}

export function unauthorized(error: string): FakeReply {
  const message = "You are not authorized to access this resource";
  return errorReply(401, message, { type: "Authentication Error", message: error });
}

function validationError(error: string): FakeReply {
  const message = "You've made a bad request! Please check your request params & body";
  return errorReply(400, message, { type: "Validation Error", message: error });
}

export function imessageError(error: string, data?: object | null): FakeReply {
  return errorReply(500, "Message Send Error", { type: "iMessage Error", message: error }, data);
}

export function serverError(error: string): FakeReply {
  const message = "An unhandled error has occurred!";
  return errorReply(500, message, { type: "Server Error", message: error });
}

function errorReply(
  status: number,
  message: string,
  error: { readonly type: string; readonly message: string },
  data?: object | null,
): FakeReply {
  return { status, body: { status, message, error, ...(data !== undefined && { data }) } };
}

/** The server means to shorten this, and does not: the error has the script, with the text, before Apple's words. */
function scriptError(text: string, apple: string): string {
  return `Command failed: osascript -e "tell application \\"Messages\\"" -e "send \\"${text}\\" to targetBuddy" -e "end tell"\n140:190: execution error: Messages got an error: ${apple}\n`;
}

export function unknownChat(chatGuid: string, text = "Hello"): FakeReply {
  if (chatGuid.includes(";+;")) {
    return imessageError("Can't use the send message (fallback) script to text a group chat!");
  }
  return imessageError(scriptError(text, `Can’t get participant "${chatGuid}". (-1728)`));
}

const ATTACHED = "Failed to send message! See attached message error code.";
const unsure = { kind: "unknown", code: "platform_unsure" } as const;
const message = { kind: "refused", scope: "message" } as const;
const credential = { kind: "refused", scope: "credential" } as const;

export const IMESSAGE_CASES: readonly AnswerCase[] = [
  {
    name: "no password",
    mark: "●",
    reply: unauthorized("Missing server password!"),
    result: { ...credential, code: "unauthorized" },
  },
  {
    name: "a wrong password",
    mark: "●",
    reply: unauthorized("Unauthorized"),
    result: { ...credential, code: "unauthorized" },
  },
  {
    name: "a call for the same part that is in flight",
    mark: "●",
    reply: validationError("Message is already queued to be sent! (Temp GUID: d/1)"),
    result: unsure,
  },
  {
    name: "a missing field",
    mark: "●",
    reply: validationError("The chatGuid field is required."),
    result: { ...message, code: "request_refused" },
  },
  {
    name: "an empty message",
    mark: "●",
    reply: validationError("A 'message' is required when sending via AppleScript"),
    result: { ...message, code: "empty_text" },
  },
  {
    name: "a message that was not delivered",
    mark: "●",
    reply: imessageError(ATTACHED, { guid: "7A2D4F1C", error: 4 }),
    result: { ...message, code: "request_refused" },
  },
  {
    name: "an address without iMessage",
    mark: "○",
    reply: imessageError(ATTACHED, { guid: "7A2D4F1C", error: 22 }),
    result: { ...message, code: "recipient_unreachable" },
  },
  {
    name: "a message that was not delivered, by the Private API",
    mark: "●",
    reply: imessageError("[500] Message sent with an error. See attached message"),
    result: { ...message, code: "request_refused" },
  },
  {
    name: "two minutes without the message in the database",
    mark: "●",
    reply: imessageError(ATTACHED, null),
    result: unsure,
  },
  {
    name: "a minute without the message, by the Private API",
    mark: "●",
    reply: imessageError("Failed to send message! Message not found in database after 60 seconds!"),
    result: unsure,
  },
  {
    name: "no answer of the helper",
    mark: "●",
    reply: imessageError("Transaction timeout"),
    result: unsure,
  },
  {
    name: "a Private API that is off",
    mark: "●",
    reply: imessageError("iMessage Private API is not enabled!"),
    result: { ...credential, code: "permission_missing" },
  },
  {
    name: "a Private API without its helper",
    mark: "●",
    reply: imessageError("iMessage Private API Helper is not connected!"),
    result: { kind: "retry", code: "server_error" },
  },
  {
    name: "an unknown person",
    mark: "○",
    reply: unknownChat("iMessage;-;+16505550000"),
    result: { ...message, code: "recipient_unknown" },
  },
  {
    name: "an unknown group",
    mark: "●",
    reply: unknownChat("iMessage;+;chat1"),
    result: { ...message, code: "recipient_unknown" },
  },
  {
    name: "an AppleScript that timed out",
    mark: "○",
    reply: imessageError(scriptError("Hello", "AppleEvent timed out. (-1712)")),
    result: unsure,
  },
  {
    name: "a Mac that does not let the server control Messages",
    mark: "○",
    reply: imessageError(scriptError("Hello", "Not authorized to send Apple events. (-1743)")),
    result: { ...credential, code: "permission_missing" },
  },
  {
    name: "a text that names an error of the credential",
    mark: "●",
    reply: imessageError(
      scriptError("iMessage Private API is not enabled! (-1743)", "An error. (-10000)"),
    ),
    result: { ...message, code: "request_refused" },
  },
  {
    name: "Messages that does not run",
    mark: "○",
    reply: imessageError(scriptError("Hello", "Application isn’t running. (-600)")),
    result: { kind: "retry", code: "server_error" },
  },
  {
    name: "another error of the script",
    mark: "●",
    reply: imessageError("Invalid send method: x"),
    result: { ...message, code: "request_refused" },
  },
  {
    name: "an error of the server",
    mark: "●",
    reply: serverError("Failed to retrieve password from the database"),
    result: { kind: "retry", code: "server_error" },
  },
  {
    name: "the server's own time limit",
    mark: "●",
    reply: errorReply(504, "The request timed-out after 300000!", {
      type: "Gateway Timeout",
      message: "The server took too long to respond and has timed-out!",
    }),
    result: { kind: "unknown", code: "gateway_error" },
  },
];
