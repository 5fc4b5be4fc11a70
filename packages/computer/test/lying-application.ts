/** An application each of whose elements says that it has 2^31 - 1 children: run as a program of its own. */
import { Message, Variant, sessionBus } from '@jellybrick/dbus-next';

const PATH = '/org/a11y/atspi/accessible/root';
const SHOWING = (1 << 25) | (1 << 24) | (1 << 30);
const session = sessionBus({ busAddress: process.env['DBUS_SESSION_BUS_ADDRESS'] ?? '' });
const found = await session.call(
  new Message({
    destination: 'org.a11y.Bus',
    path: '/org/a11y/bus',
    interface: 'org.a11y.Bus',
    member: 'GetAddress',
  }),
);
const bus = sessionBus({ busAddress: String(found?.body[0]) });

const PROPERTIES: Readonly<Record<string, Variant>> = {
  Name: new Variant('s', 'endless'),
  ChildCount: new Variant('i', 0x7fff_ffff),
  ToolkitName: new Variant('s', 'lies'),
  Version: new Variant('s', '1'),
};
let children = 0;
bus.addMethodHandler((message) => {
  const answer = (signature: string, ...body: unknown[]) => {
    bus.send(Message.newMethodReturn(message, signature, body));
    return true;
  };
  switch (message.member) {
    case 'Get':
      return answer('v', PROPERTIES[String(message.body[1])] ?? new Variant('i', 0));
    case 'GetRoleName':
      return answer('s', 'panel');
    case 'GetState':
      return answer('au', [SHOWING | 0, 0]);
    case 'GetChildAtIndex':
      return answer('(so)', [bus.name, `${PATH}/${(children += 1)}`]);
    case 'GetExtents':
      return answer('(iiii)', [0, 0, 10, 10]);
    default:
      return false;
  }
});
bus.on('connect', () => {
  void bus
    .call(
      new Message({
        destination: 'org.a11y.atspi.Registry',
        path: PATH,
        interface: 'org.a11y.atspi.Socket',
        member: 'Embed',
        signature: '(so)',
        body: [[bus.name, PATH]],
      }),
    )
    .then(() => process.stdout.write('ready\n'));
});
