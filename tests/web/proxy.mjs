// A proxy that cuts connections: every fifth request loses its connection, before
// it is sent on, while it is sent, between request and reply, or within the reply.
//
//   const proxy = await startProxy('http://127.0.0.1:8080');
//   … proxy.url …
//   proxy.isCutting = true;
//   proxy.cuts                // by phase: how many
//   proxy.end();
import net from 'node:net';

const EVERY = 5;
const phases = ['before', 'request', 'between', 'reply'];

const isRequest = (data) => /^(GET|POST|PUT|PATCH|DELETE) /.test(data.subarray(0, 8).toString('latin1'));

export async function startProxy(target) {
  const { hostname, port } = new URL(target);
  const cuts = Object.fromEntries(phases.map((phase) => [phase, 0]));
  const proxy = { url: '', isCutting: false, requests: 0, cuts, end };
  let harmed = 0;

  // The phase in which the connection of this request is cut; none for most.
  function deal() {
    proxy.requests++;
    return proxy.isCutting && proxy.requests % EVERY === 0 ?
      phases[harmed++ % phases.length] : undefined;
  }

  function connect(client) {
    if (hasEnded) {
      client.destroy();
      return;
    }
    const service = net.connect(port, hostname);
    let phase;
    const cut = () => {
      cuts[phase]++;
      client.resetAndDestroy();
      service.destroy();
    };
    client.on('data', (data) => {
      phase = isRequest(data) ? deal() : phase;
      if (phase === 'before') {
        cut();
      } else if (phase === 'request') {
        service.write(data.subarray(0, data.length / 2), cut);
      } else {
        service.write(data);
      }
    });
    service.on('data', (data) => {
      if (phase === 'between') {
        cut();
      } else if (phase === 'reply') {
        client.write(data.subarray(0, data.length / 2), cut);
      } else {
        client.write(data);
      }
    });
    for (const [one, other] of [[client, service], [service, client]]) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
    sockets.add(client);
    client.on('close', () => sockets.delete(client));
  }

  let hasEnded = false;
  const sockets = new Set();
  const server = net.createServer(connect);
  function end() {
    hasEnded = true;
    server.close();
    sockets.forEach((socket) => socket.destroy());
  }
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  proxy.url = `http://127.0.0.1:${server.address().port}`;
  return proxy;
}
