/**
 * The language server under Node, over the channel of a parent process or standard input and output. It works in a thread of its own; this one
 * hands messages on and counts edits, so that a run learns of a newer one while it goes on.
 */
import { join } from 'node:path';
import {
  IPCMessageReader,
  IPCMessageWriter,
  StreamMessageReader,
  StreamMessageWriter,
  type Message,
  type MessageReader,
  type MessageWriter,
} from 'vscode-languageserver/node';
import { startThread } from './thread';

/** The client's channel: that of the parent process where there is one, else standard input and output. */
function channel(): { reader: MessageReader; writer: MessageWriter } {
  if (process.send !== undefined && process.argv.includes('--node-ipc'))
    return { reader: new IPCMessageReader(process), writer: new IPCMessageWriter(process) };
  return {
    reader: new StreamMessageReader(process.stdin),
    writer: new StreamMessageWriter(process.stdout),
  };
}

function isEdit(message: Message): boolean {
  const { method } = message as Partial<{ method: string }>;
  return method === 'textDocument/didChange' || method === 'notebookDocument/didChange';
}

/** Starts the thread and hands messages on until either side ends. */
function handOn(): void {
  const shared = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const edits = new Int32Array(shared);
  const { reader, writer } = channel();
  const worker = startThread(join(__dirname, 'server.worker.js'), shared);
  reader.listen((message) => {
    if (isEdit(message)) Atomics.add(edits, 0, 1);
    worker.postMessage(message);
  });
  // A client that has gone leaves nobody to serve.
  reader.onClose(() => process.exit(0));
  worker.on('message', (message: Message) => void writer.write(message).catch(() => process.exit(1)));
  worker.on('error', (error) => {
    process.stderr.write(`${error.stack ?? String(error)}\n`);
    process.exit(1);
  });
  worker.on('exit', (code) => process.exit(code));
}

handOn();
