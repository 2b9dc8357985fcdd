// A mail server that accepts and discards all mail, in a process of its own, so that it does not delay what is measured.
import { createServer, type Socket } from 'node:net';

const ANSWERS: Record<string, string> = { DATA: '354 go on', QUIT: '221 bye' };

const server = createServer(answer).listen(0, '127.0.0.1', () => {
  process.send!((server.address() as { port: number }).port);
});
process.once('disconnect', () => process.exit(0));

function answer(socket: Socket): void {
  let isData = false;
  let received = '';
  socket.write('220 sink\r\n');
  socket.on('error', () => {});
  socket.on('data', (part) => {
    received += part.toString('latin1');
    for (;;) {
      const mark = isData ? '\r\n.\r\n' : '\r\n';
      const end = received.indexOf(mark);
      if (end < 0) {
        // Of a mail's text only a part of the mark is still needed.
        if (isData) received = received.slice(-mark.length);
        return;
      }
      const command = isData ? '' : received.slice(0, 4).toUpperCase();
      received = received.slice(end + mark.length);
      isData = command === 'DATA';
      socket.write(`${ANSWERS[command] ?? '250 ok'}\r\n`);
    }
  });
}
