// What tests of channels import from @hookwright/host/testing.
export {
  type ChannelRig,
  type ChannelRule,
  type ChannelSuite,
  channelRules,
} from "./testing/channel-rules.ts";
export {
  type FakeAnswer,
  type FakeMessage,
  type FakePlatform,
  type FakeReply,
  type FakeRequest,
  type Fault,
  startFakePlatform,
} from "./testing/fake-platform.ts";
