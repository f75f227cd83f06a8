// @ts-check
// Requests with their signatures that others than us have published → data, by vendor. None is made by our code.
//
// A vector is a fact: who made it, and where it is published. The tests send each through the row of its vendor.

/**
 * @typedef {object} Vector
 * @property {string} provider
 * @property {"vendor" | "recorded" | "library"} by the vendor's page or SDK; a delivery of the vendor that
 *   somebody recorded; or a library of somebody else, which shows that two readers understand the page alike
 * @property {string} source where it was published
 * @property {Readonly<Record<string, unknown>>} auth what is beside the `provider`
 * @property {Readonly<Record<string, string>>} headers
 * @property {string} body
 * @property {string} [target] path and query, where the URL is signed
 * @property {number} [at] the second of its time stamp, since the epoch
 * @property {string | false} [signed] the text of the body that proves something, where not all of it does; false
 *   where none does, because a token is in a header
 * @property {{ readonly url: string, readonly text: string }} [document] what the verifier fetches
 */

/** What the tables call those who published one. */
export const PUBLISHERS = {
  vendor: "the vendor",
  recorded: "a recorded delivery",
  library: "another library",
};

/** @type {readonly Vector[]} */
export const VECTORS = [
  {
    provider: "standard-webhooks",
    by: "vendor",
    source: "standard-webhooks/standard-webhooks, tests of its libraries",
    auth: {
      secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    },
    at: 1614265330,
    headers: {
      "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
      "webhook-timestamp": "1614265330",
      "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    },
    body: '{"test": 2432232314}',
  },
  {
    provider: "svix",
    by: "vendor",
    source: "svix/svix-webhooks, rust/src/webhooks.rs",
    auth: {
      secret: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD",
    },
    at: 1649367553,
    headers: {
      "svix-id": "msg_27UH4WbU6Z5A5EzD8u03UvzRbpk",
      "svix-timestamp": "1649367553",
      "svix-signature": "v1,tZ1I4/hDygAJgO5TYxiSd6Sd0kDW6hPenDe+bTa3Kkw=",
    },
    body: '{"email":"test@example.com","username":"test_user"}',
  },
  {
    provider: "svix",
    by: "vendor",
    source: "svix/svix-docs, content/receiving/verifying-payloads/how-manual.mdx: three signatures",
    auth: {
      secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    },
    at: 1614265330,
    headers: {
      "svix-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
      "svix-timestamp": "1614265330",
      "svix-signature":
        "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE= v1,bm9ldHUjKzFob2VudXRob2VodWUzMjRvdWVvdW9ldQo= v2,MzJsNDk4MzI0K2VvdSMjMTEjQEBAQDEyMzMzMzEyMwo=",
    },
    body: '{"test": 2432232314}',
  },
  {
    provider: "openai",
    by: "vendor",
    source: "openai/openai-python, tests/lib/test_webhooks.py",
    auth: {
      secret: "whsec_RdvaYFYUXuIFuEbvZHwMfYFhUf7aMYjYcmM24+Aj40c=",
    },
    at: 1750861210,
    headers: {
      "webhook-id": "wh_685c059ae39c8190af8c71ed1022a24d",
      "webhook-timestamp": "1750861210",
      "webhook-signature": "v1,gUAg4R2hWouRZqRQG4uJypNS8YK885G838+EHb4nKBY=",
    },
    body: '{"id": "evt_685c059ae3a481909bdc86819b066fb6", "object": "event", "created_at": 1750861210, "type": "response.completed", "data": {"id": "resp_123"}}',
  },
  {
    provider: "replicate",
    by: "vendor",
    source: "replicate/replicate-javascript, index.test.ts",
    auth: {
      secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    },
    at: 1614265330,
    headers: {
      "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
      "webhook-timestamp": "1614265330",
      "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    },
    body: '{"test": 2432232314}',
  },
  {
    provider: "lithic",
    by: "vendor",
    source: "lithic-com/lithic-python, tests/api_resources/test_webhooks.py",
    auth: {
      secret: "whsec_zlFsbBZ8Xcodlpcu6NDTdSzZRLSdhkst",
    },
    at: 1676312382,
    headers: {
      "webhook-id": "msg_2Lh9KRb0pzN4LePd3XiA4v12Axj",
      "webhook-timestamp": "1676312382",
      "webhook-signature": "v1,Dwa0AHInLL3XFo2sxcHamOQDrJNi7F654S3L6skMAOI=",
    },
    body: '{"card_token":"sit Lorem ipsum, accusantium repellendus possimus","created_at":"elit. placeat libero architecto molestias, sit","account_token":"elit.","issuer_decision":"magnam, libero esse Lorem ipsum magnam, magnam,","tokenization_attempt_id":"illum dolor repellendus libero esse accusantium","wallet_decisioning_info":{"device_score":"placeat architecto"},"digital_wallet_token_metadata":{"status":"reprehenderit dolor","token_requestor_id":"possimus","payment_account_info":{"account_holder_data":{"phone_number":"libero","email_address":"nobis molestias, veniam culpa! quas elit. quas libero esse architecto placeat"},"pan_unique_reference":"adipisicing odit magnam, odit"}}}',
  },
  {
    provider: "stripe",
    by: "vendor",
    source: "stripe/stripe-dotnet, EventUtilityTest.cs and event_test_signature.json",
    auth: {
      secret: "webhook_secret",
    },
    at: 1533204620,
    headers: {
      "stripe-signature":
        "t=1533204620,v1=2220f87ef101a04665f11cdf770523143f875572008577fa0f20882ddb9cc3c7,v0=63f3a72374a733066c4be69ed7f8e5ac85c22c9f0a6a612ab9a025a9e4ee7eef",
    },
    body: '{\n  "id": "evt_123",\n  "object": "event",\n  "account": "acct_123",\n  "api_version": "2017-05-25",\n  "created": 1533204620,\n  "data": {\n    "object": {\n      "id": "cus_123",\n      "object": "customer",\n      "created": 123456789,\n      "email": "test@stripe.com",\n      "livemode": false,\n      "metadata": {}\n    }\n  },\n  "livemode": false,\n  "pending_webhooks": 1,\n  "request": {\n    "id": "req_123",\n    "idempotency_key": "idempotency-key-123"\n  },\n  "type": "customer.created"\n}\n',
  },
  {
    provider: "paddle",
    by: "vendor",
    source: "PaddleHQ/paddle-python-sdk, tests/Unit/Notification/test_Verifier.py",
    auth: {
      secret: "pdl_ntfset_01hs0t3tw21j988db1pam5xg8m_GrOWLNef+vmtjJYq4mSnHNzvc8uWoJ1I",
    },
    at: 1710498758,
    headers: {
      "paddle-signature":
        "ts=1710498758;h1=558bf93944dbeb4790c7a8af6cb2ea435c8ca9c8396aafc1a4e37424ac132744",
    },
    body: '{"data":{"id":"ctm_01hs0tqf76sxmp7ba5e4mw1sc8","name":"John Doe","email":"blackhole+verification2@paddle.com","locale":"en","status":"active","created_at":"2024-03-15T10:32:37.862Z","updated_at":"2024-03-15T10:32:37.862Z","custom_data":null,"import_meta":null,"marketing_consent":false},"event_id":"evt_01hs0tqfme2xwb2hvwv87p8y3w","event_type":"customer.created","occurred_at":"2024-03-15T10:32:38.286848Z","notification_id":"ntf_01hs0tqfrhgkyp39x4wyvy7h6n"}',
  },
  {
    provider: "orb",
    by: "vendor",
    source: "orbcorp/orb-go, orb-python and orb-kotlin, their tests of webhooks",
    auth: {
      secret: "c-UGKYdnhHh436B_sMouYAPUvXyWpzOdunZBV5dFSD8",
    },
    at: 1711554149,
    headers: {
      "x-orb-timestamp": "2024-03-27T15:42:29.551",
      "x-orb-signature": "v1=9d25de966891ab0bc18754faf8d83d0980b44ae330fcc130b41a6cf3daf1f391",
    },
    body: '{"id": "o4mmewpfNNTnjfZc", "created_at": "2024-03-27T15:42:29+00:00", "type": "resource_event.test", "properties": {"message": "A test webhook from Orb. Happy testing!"}}',
  },
  {
    provider: "shopify",
    by: "library",
    source: "bold-commerce/go-shopify, oauth_test.go",
    auth: {
      secret: "hush",
    },
    headers: {
      "x-shopify-hmac-sha256": "hMTq0K2x7oyOjoBwGYeTj5oxfnaVYXzbanUG9aajpKI=",
    },
    body: '"my secret message"',
  },
  {
    provider: "coinbase-commerce",
    by: "vendor",
    source: "coinbase/coinbase-commerce-python, tests/test_webhook.py",
    auth: {
      secret: "30291a20-0bd1-4267-9b0f-e6e7b123c0bf",
    },
    headers: {
      "x-cc-webhook-signature": "8be7742c7d372f08a6a3224edadf18a22b65fa9e28f3f2de97376cdaa092590d",
    },
    body: '{"id":1,"scheduled_for":"2017-01-31T20:50:02Z","attempt_number":1,"event":{"id":"24934862-d980-46cb-9402-43c81b0cdba6","type":"charge:created","api_version":"2018-03-22","created_at":"2017-01-31T20:49:02Z","data":{"code":"66BEOV2A","name":"The Sovereign Individual","description":"Mastering the Transition to the Information Age","hosted_url":"https://commerce.coinbase.com/charges/66BEOV2A","created_at":"2017-01-31T20:49:02Z","expires_at":"2017-01-31T21:04:02Z","timeline":[{"time":"2017-01-31T20:49:02Z","status":"NEW"}],"metadata":{},"pricing_type":"no_price","payments":[],"addresses":{"bitcoin":"0000000000000000000000000000000000","ethereum":"0x0000000000000000000000000000000000000000","litecoin":"3000000000000000000000000000000000","bitcoincash":"bitcoincash:000000000000000000000000000000000000000000"}}}}',
  },
  {
    provider: "razorpay",
    by: "vendor",
    source:
      "razorpay/razorpay-python, tests/test_client_utility.py and fake_payment_authorized_webhook.json",
    auth: {
      secret: "key_secret",
    },
    headers: {
      "x-razorpay-signature": "d60e67fd884556c045e9be7dad57903e33efc7172c17c6e3ef77db42d2b366e9",
    },
    body: '{\n  "event": "payment.authorized",\n  "entity": "event",\n  "contains": [\n    "payment"\n  ],\n  "payload": {\n    "payment": {\n      "entity": {\n        "id": "pay_6koWN7bvxujzxM",\n        "entity": "payment",\n        "amount": 1000000,\n        "currency": "INR",\n        "status": "captured",\n        "order_id": "order_100000000order",\n        "international": false,\n        "method": "card",\n        "amount_refunded": 0,\n        "refund_status": null,\n        "captured": true,\n        "description": "random description",\n        "card_id": "card_6koWNAT6LASUqy",\n        "bank": null,\n        "wallet": null,\n        "vpa": null,\n        "email": "a@b.com",\n        "contact": "+919999999999",\n        "notes": {\n          "merchant_order_id": "random order id"\n        },\n        "fee": 23000,\n        "service_tax": 3000,\n        "error_code": null,\n        "error_description": null,\n        "created_at": 1479978483\n      }\n    }\n  },\n  "created_at": 1400826760\n}\n',
  },
  {
    provider: "lemon-squeezy",
    by: "library",
    source: "SlopMaster2/webhook-verify, src/providers/lemonsqueezy.rs",
    auth: {
      secret: "lemonsqueezy_test_secret",
    },
    headers: {
      "x-signature": "edeccf8b03afe11114be9fab7259703348bbe36d8964510cdbaff609c5771a1e",
    },
    body: '{"meta":{"event_name":"order_created","custom_data":{"user_id":"1"}},"data":{"id":"1","type":"orders","attributes":{"store_id":1,"order_number":1234,"subtotal":1100,"total":1100,"status":"paid"}}}',
  },
  {
    provider: "modern-treasury",
    by: "vendor",
    source: "Modern-Treasury/modern-treasury-python, tests/api_resources/test_webhooks.py",
    auth: {
      secret: "foo",
    },
    headers: {
      "x-signature": "57e14f6f354543f0101fb06ea24df7731d90087b76651e3497345e22a3622940",
    },
    body: '{"foo":"bar"}',
  },
  {
    provider: "woocommerce",
    by: "library",
    source: "SlopMaster2/webhook-verify, src/providers/woocommerce.rs",
    auth: {
      secret: "woocommerce_test_secret",
    },
    headers: {
      "x-wc-webhook-signature": "SpTlDXndFNEBUo78JKFJzn0qlYB/8i064vyc5QaK4j8=",
    },
    body: '{"id":12345,"status":"processing","total":"19.99"}',
  },
  {
    provider: "xero",
    by: "library",
    source: "SlopMaster2/webhook-verify, src/providers/xero.rs",
    auth: {
      secret: "xero_webhook_test_secret",
    },
    headers: {
      "x-xero-signature": "hnekiT0GuNX9rRmSlg0oxCxyBHwzBcb0J24w8gQbXo0=",
    },
    body: '{ "events" : [], "lastEventSequence" : 0 , "firstEventSequence" : 0 , "entropy" : "S0m3r4Nd0mt3xt" }',
  },
  {
    provider: "paystack",
    by: "library",
    source: "SlopMaster2/webhook-verify, src/providers/paystack.rs",
    auth: {
      secret: "sk_test_7a3b9c4d1e2f",
    },
    headers: {
      "x-paystack-signature":
        "29795fd38f4944d2a1b94792f8864e1db77a8af5036d840c62a0d51cdc1545ec9b9920294057700a2eb6193c458a3f2c8e04ca4a8e7e43aafd2932d520aba8ba",
    },
    body: '{"event":"charge.success","data":{"id":302900482,"domain":"test","status":"success","reference":"PV5096CSH7","amount":10000,"currency":"NGN"}}',
  },
  {
    provider: "authorize-net",
    by: "recorded",
    source: "stymiee/authnetjson, a notification of 2017 in its tests",
    auth: {
      secret:
        "52CB4A002C634B84E397DC8A218E1A160BA7CAB7CBE4C05B35E9CBB05E14FE4A2385812E980CCF97D177F17863CE214D1BE6CE8E1E894487AACF3609C1A5FE17",
    },
    headers: {
      "x-anet-signature":
        "sha512=A1E0CC0F8A7B6274E0951CAC5EB63579F70FC6B7B15384B146DCE02B98DEE3954A5A8E331661B51DE953E141E88994DFA7D267FFB8428BE0660511B6EFB94960",
    },
    body: '{"notificationId":"182cbbff-cab2-4080-931d-80e5d818f23a","eventType":"net.authorize.payment.authcapture.created","eventDate":"2017-08-18T20:40:52.7722007Z","webhookId":"849eb87e-078a-4169-a34b-c0bded5019a8","payload":{"responseCode":0,"authCode":"Z3PV5H","avsResponse":"Y","authAmount":0.0,"entityName":"transaction","id":"40005915599"}}',
  },
  {
    provider: "gocardless",
    by: "vendor",
    source: "gocardless/gocardless-pro-python, tests/webhooks_test.py",
    auth: {
      secret: "ED7D658C-D8EB-4941-948B-3973214F2D49",
    },
    headers: {
      "webhook-signature": "2693754819d3e32d7e8fcb13c729631f316c6de8dc1cf634d6527f1c07276e7e",
    },
    body: '{"events":[{"id":"EV00BD05S5VM2T","created_at":"2018-07-05T09:13:51.404Z","resource_type":"subscriptions","action":"created","links":{"subscription":"SB0003JJQ2MR06"},"details":{"origin":"api","cause":"subscription_created","description":"Subscription created via the API."},"metadata":{}},{"id":"EV00BD05TB8K63","created_at":"2018-07-05T09:13:56.893Z","resource_type":"mandates","action":"created","links":{"mandate":"MD000AMA19XGEC"},"details":{"origin":"api","cause":"mandate_created","description":"Mandate created via the API."},"metadata":{}}]}',
  },
  {
    provider: "github",
    by: "vendor",
    source: "docs.github.com, Validating webhook deliveries",
    auth: {
      secret: "It's a Secret to Everybody",
    },
    headers: {
      "x-hub-signature-256":
        "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17",
    },
    body: "Hello, World!",
  },
  {
    provider: "sentry",
    by: "library",
    source: "SlopMaster2/webhook-verify, src/providers/sentry.rs",
    auth: {
      secret: "sentry-local-test-secret",
    },
    headers: {
      "sentry-hook-signature": "e51fc0e3a08e58a9b33eca67da7ab4e66b0628403d02d95bec5e48b0e2768189",
    },
    body: '{"action":"created","installation":{"uuid":"2f30d648-1f8e-4bce-8a2e-64e26e2c5f0f"}}',
  },
  {
    provider: "pagerduty",
    by: "vendor",
    source: "PagerDuty/go-pagerduty, webhookv3/webhookv3_test.go",
    auth: {
      secret: "lDQHScfUeXUKaQRNF+8XIiDKZ7XX3itBAYzwU0TARw8lJqRnkKl2iB1anSb0Z+IK",
    },
    headers: {
      "x-pagerduty-signature":
        "v1=0c0b9495b893a39e70d1fea2fe11fbe0a825f88b9f67846f6cc07dd2bc5476cd",
    },
    body: '{"event":{"id":"01BWDWL3NYY7LUFPZCC28QUCMK","event_type":"incident.priority_updated","resource_type":"incident","occurred_at":"2021-04-26T17:36:27.458Z","agent":{"html_url":"https://acme.pagerduty.com/users/PLH1HKV","id":"PLH1HKV","self":"https://api.pagerduty.com/users/PLH1HKV","summary":"Tenex Engineer","type":"user_reference"},"client":null,"data":{"id":"PGR0VU2","type":"incident","self":"https://api.pagerduty.com/incidents/PGR0VU2","html_url":"https://acme.pagerduty.com/incidents/PGR0VU2","number":2,"status":"triggered","title":"A little bump in the road","service":{"html_url":"https://acme.pagerduty.com/services/PF9KMXH","id":"PF9KMXH","self":"https://api.pagerduty.com/services/PF9KMXH","summary":"API Service","type":"service_reference"},"assignees":[{"html_url":"https://acme.pagerduty.com/users/PTUXL6G","id":"PTUXL6G","self":"https://api.pagerduty.com/users/PTUXL6G","summary":"User 123","type":"user_reference"}],"escalation_policy":{"html_url":"https://acme.pagerduty.com/escalation_policies/PUS0KTE","id":"PUS0KTE","self":"https://api.pagerduty.com/escalation_policies/PUS0KTE","summary":"Default","type":"escalation_policy_reference"},"teams":[{"html_url":"https://acme.pagerduty.com/teams/PFCVPS0","id":"PFCVPS0","self":"https://api.pagerduty.com/teams/PFCVPS0","summary":"Engineering","type":"team_reference"}],"priority":{"html_url":"https://acme.pagerduty.com/account/incident_priorities","id":"PSO75BM","self":"https://api.pagerduty.com/priorities/PSO75BM","summary":"P1","type":"priority_reference"},"urgency":"high","conference_bridge":{"conference_number":1000,"conference_url":"https://example.com"},"resolve_reason":null}}}',
  },
  {
    provider: "jira",
    by: "vendor",
    source: "developer.atlassian.com, Jira Cloud, Webhooks",
    auth: {
      secret: "It's a Secret to Everybody",
    },
    headers: {
      "x-hub-signature": "sha256=a4771c39fbe90f317c7824e83ddef3caae9cb3d976c214ace1f2937e133263c9",
    },
    body: "Hello World!",
  },
  {
    provider: "bitbucket",
    by: "vendor",
    source: "support.atlassian.com, Bitbucket Cloud, Manage webhooks",
    auth: {
      secret: "It's a Secret to Everybody",
    },
    headers: {
      "x-hub-signature": "sha256=a4771c39fbe90f317c7824e83ddef3caae9cb3d976c214ace1f2937e133263c9",
    },
    body: "Hello World!",
  },
  {
    provider: "vercel",
    by: "library",
    source: "SlopMaster2/webhook-verify, src/providers/vercel.rs",
    auth: {
      secret: "vercel_secret_key_0123456789",
    },
    headers: {
      "x-vercel-signature": "5765cf41dc4a50b60ebdf45baf2f2f2486f49179",
    },
    body: '{"id":"2b3c4d5e-6f7a-8b9c-0d1e-2f3a4b5c6d7e","type":"project.created","createdAt":1799999999000,"data":{"id":"Qmabc123def456ghi789jkl","name":"my-project"}}',
  },
  {
    provider: "dropbox",
    by: "library",
    source: "SlopMaster2/webhook-verify, src/providers/dropbox.rs",
    auth: {
      secret: "dropbox_test_secret",
    },
    headers: {
      "x-dropbox-signature": "80d62d988f7b55b88cccbfe41f348828e376ba2162e1f798a6f881b3b2e3196b",
    },
    body: '{"list_folder":{"accounts":["dbid:AAH4f99T0taONFbNO56Ru6wQQq-aVsd8"]}}',
  },
  {
    provider: "airtable",
    by: "library",
    source: "gtalarico/pyairtable, tests/test_models_webhook.py",
    auth: {
      secret: "c2VjcmV0LWtleQ==",
    },
    headers: {
      "x-airtable-content-mac":
        "hmac-sha256=e26da696a90933647bddc83995c3e1e3bb1c3d8ce1ff61cb7469767d50b2b2d4",
    },
    body: '{"base": {"id": "app00000000000000"}, "webhook": {"id": "ach00000000000000"}, "timestamp": "2022-02-01T21:25:05.663Z"}',
  },
  {
    provider: "circleci",
    by: "vendor",
    source: "circleci/circleci-docs, outbound-webhooks.adoc",
    auth: {
      secret: "secret",
    },
    headers: {
      "circleci-signature": "v1=734cc62f32841568f45715aeb9f4d7891324e6d948e4c6c60c0621cdac48623a",
    },
    body: "hello world",
  },
  {
    provider: "circleci",
    by: "vendor",
    source: "circleci/circleci-docs, outbound-webhooks.adoc",
    auth: {
      secret: "another-secret",
    },
    headers: {
      "circleci-signature": "v1=daa220016c8f29a8b214fbfc3671aeec2145cfb1e6790184ffb38b6d0425fa00",
    },
    body: "lalala",
  },
  {
    provider: "circleci",
    by: "vendor",
    source: "circleci/circleci-docs, outbound-webhooks.adoc",
    auth: {
      secret: "hunter123",
    },
    headers: {
      "circleci-signature": "v1=9be2242094a9a8c00c64306f382a7f9d691de910b4a266f67bd314ef18ac49fa",
    },
    body: "an-important-request-payload",
  },
  {
    provider: "circleci",
    by: "vendor",
    source: "circleci/circleci-docs, outbound-webhooks.adoc",
    auth: {
      secret: "secret",
    },
    headers: {
      "circleci-signature": "v1=773ba44693c7553d6ee20f61ea5d2757a9a4f4a44d2841ae4e95b52e4cd62db4",
    },
    body: "foo",
  },
  {
    provider: "nylas",
    by: "library",
    source: "SlopMaster2/webhook-verify, src/providers/nylas.rs",
    auth: {
      secret: "nylas_test_secret",
    },
    headers: {
      "x-nylas-signature": "866ca213df6569c66ee957d0854f698b510788470f68d455023ed420644447dc",
    },
    body: '{"id":"84e68b5a-3e2c-4bd6-a9b1-5c6e5e8b0cf1","account_id":"ce38bd1ab7a003ff9f06c1f949e09a38","date":1735689600,"type":"message.created","data":{"object":{"id":"a5f31b8a-2c4d-4e6f-8a9b-0c1d2e3f4a5b","grant_id":"ef91c7a4-3b2d-4e5f-8a9b-cdef01234567","thread_id":"9e8d7c6b-5a4f-4e3d-8c2b-1a09f8e7d6c5"}}}',
  },
  {
    provider: "meta",
    by: "library",
    source: "SlopMaster2/webhook-verify, src/providers/meta.rs",
    auth: {
      secret: "meta_app_secret_0123456789abcdef",
    },
    headers: {
      "x-hub-signature-256":
        "sha256=3a8e2537f6da233150367098bf5edc43c2b8f89052773e2c4dfcdeb76c144bd8",
    },
    body: '{"object":"whatsapp_business_account","entry":[{"id":"0","changes":[{"value":{"messaging_product":"whatsapp","metadata":{"display_phone_number":"16505551111","phone_number_id":"1234567890"},"contacts":[{"profile":{"name":"Test User"},"wa_id":"16315551000"}],"messages":[{"from":"16315551000","id":"wamid.HBgLMTYzMTU1NTEwMDAVO0IA","timestamp":"1700000000","text":{"body":"Hello"}}]},"field":"messages"}]}]}',
  },
  {
    provider: "intercom",
    by: "library",
    source: "SlopMaster2/webhook-verify, src/providers/intercom.rs",
    auth: {
      secret: "intercom-client-secret-for-testing",
    },
    headers: {
      "x-hub-signature": "sha1=cbf9bf16f89d9cf089ee3500c5ba94595b3aedcd",
    },
    body: '{"type":"notification_event","app_id":"abc123","data":{"type":"notification_event_data","item":{"type":"ticket","id":"5"}}}',
  },
  {
    provider: "line",
    by: "vendor",
    source: "line/line-bot-sdk-python, tests/v3/test_webhook.py",
    auth: {
      secret: "channel_secret",
    },
    headers: {
      "x-line-signature": "/gg9a+LvFevTH1sd7XCQycD7tsWclCsInj7MhBHxN7k=",
    },
    body: "bodybodybodybody",
  },
  {
    provider: "typeform",
    by: "library",
    source: "SlopMaster2/webhook-verify, src/providers/typeform.rs",
    auth: {
      secret: "typeform_webhook_secret_2026",
    },
    headers: {
      "typeform-signature": "sha256=SxAJUw6vn/KWUnuo8L+etZQ1+P6nGF+4t92qCVhABgo=",
    },
    body: '{"event_type":"form_response","form_response":{"form_id":"aBcDefGhIj","token":"8lBh6Y7h2qOHo","submitted_at":"2023-01-27T15:40:21Z"}}',
  },
  {
    provider: "x",
    by: "library",
    source: "frain-dev/convoy, pkg/verifier/verifier_test.go",
    auth: {
      secret: "Convoy",
    },
    headers: {
      "x-twitter-webhooks-signature": "sha256=16FUVH58NeMcTIIOICN2UJOcPTTa4TbjCndXymGrtM8=",
    },
    body: "Test Payload Body",
  },
  {
    provider: "docusign",
    by: "library",
    source: "SlopMaster2/webhook-verify, src/providers/docusign.rs",
    auth: {
      secret: "6d5b9f8a-2c44-4a7e-9b31-3f0e1d2c5a9c",
    },
    headers: {
      "x-docusign-signature-1": "pIJlMnjy4GTTMVTa8IIpWiM4b8HmP+8qYoa3jPx/zCQ=",
    },
    body: '{"event":"envelope-sent","apiVersion":"v2.1","data":{"envelopeId":"11111111-2222-3333-4444-555555555555","status":"sent","emailSubject":"Please sign this document","userId":"99999999-8888-7777-6666-555555555555"}}',
  },
  {
    provider: "tally",
    by: "library",
    source: "SlopMaster2/webhook-verify, src/providers/tally.rs",
    auth: {
      secret: "tally_test_signing_secret",
    },
    headers: {
      "tally-signature": "WlZVYEQ5tRffbwu/CEVRe5cJ+ecRYQ2l2o0BIcnjGGM=",
    },
    body: '{"eventId":"a4cb511e-d513-4fa5-baee-b815d718dfd1","eventType":"FORM_RESPONSE","createdAt":"2023-06-28T15:00:21.889Z","data":{"responseId":"2wgx4n","submissionId":"2wgx4n","formId":"VwbNEw","formName":"Webhook payload","createdAt":"2023-06-28T15:00:21.000Z","fields":[{"key":"question_3EKz4n","label":"Text","type":"INPUT_TEXT","value":"Hello"}]}}',
  },
  {
    provider: "slack",
    by: "vendor",
    source: "docs.slack.dev, Verifying requests from Slack",
    auth: {
      secret: "8f742231b10e8888abcd99yyyzzz85a5",
    },
    at: 1531420618,
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "x-slack-request-timestamp": "1531420618",
      "x-slack-signature": "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503",
    },
    body: "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c",
  },
  {
    provider: "zoom",
    by: "library",
    source: "SlopMaster2/webhook-verify, src/providers/zoom.rs",
    auth: {
      secret: "zoom_webhook_secret",
    },
    at: 1739923528,
    headers: {
      "x-zm-request-timestamp": "1739923528",
      "x-zm-signature": "v0=71276689c37d865ee24535dab72c05883e9d083978e8d3161202634051b15404",
    },
    body: '{"event":"meeting.started","event_ts":1626230691572}',
  },
  {
    provider: "calendly",
    by: "library",
    source: "SlopMaster2/webhook-verify, src/providers/calendly.rs",
    auth: {
      secret: "calendly_signing_key_test",
    },
    at: 1700000000,
    headers: {
      "calendly-webhook-signature":
        "t=1700000000,v1=c28fe5f7a1527d7f93349786637c707d636115f902962c743a8b8d88b6b9c401",
    },
    body: '{"event":"invitee.created","payload":{"email":"test@example.com"}}',
  },
  {
    provider: "mux",
    by: "vendor",
    source: "muxinc/mux-elixir, test/mux/webhooks_test.exs",
    auth: {
      secret: "SuperSecret123",
    },
    at: 1565125718,
    headers: {
      "mux-signature":
        "t=1565125718,v1=854ece4c22acef7c66b57d4e504153bc512595e8e9c772ece2a68150548c19a7",
    },
    body: '{"test":"body"}',
  },
  {
    provider: "zendesk",
    by: "library",
    source: "SlopMaster2/webhook-verify, src/providers/zendesk.rs",
    auth: {
      secret: "dGhpc19zZWNyZXRfaXNfZm9yX3Rlc3Rpbmdfb25seQ==",
    },
    at: 1616648967,
    headers: {
      "x-zendesk-webhook-signature-timestamp": "2021-03-25T05:09:27Z",
      "x-zendesk-webhook-signature": "AIKe20cG9E5XJyLFwhJV65AB0VqYImb600SJaS0Q5kI=",
    },
    body: '{"zen:event-type":"zen:event-type:ticket.created","webhook_id":"01F1KRFQ6BG29CNWFR60NK5FNY","account_id":"123456","ticket":{"id":61241563692,"subject":"Customer inquiry","status":"new"}}',
  },
  {
    provider: "twitch",
    by: "library",
    source: "nicklaw5/helix, eventsub_test.go",
    auth: {
      secret: "s3cRe7",
    },
    at: 1573899072,
    headers: {
      "twitch-eventsub-message-id": "e76c6bd4-55c9-4987-8304-da1588d8988b",
      "twitch-eventsub-message-timestamp": "2019-11-16T10:11:12.123Z",
      "twitch-eventsub-message-signature":
        "sha256=7e5a96480c29cdf834b371e7a5b049638cba6e425ea51b9b2a9fabf69bc5d227",
    },
    body: '{"challenge":"pogchamp-kappa-360noscope-vohiyo","subscription":{"id":"f1c2a387-161a-49f9-a165-0f21d7a4e1c4","status":"webhook_callback_verification_pending","type":"channel.follow","version":"1","condition":{"broadcaster_user_id":"12826"},"transport":{"method":"webhook","callback":"https://example.com/webhooks/callback"},"created_at":"2019-11-16T10:11:12.123Z"}}',
  },
  {
    provider: "webflow",
    by: "library",
    source: "SlopMaster2/webhook-verify, src/providers/webflow.rs",
    auth: {
      secret: "2b4acfd1c5518bf03c73a4889d197d77251353857c22694bf150b9e3402ba15f",
    },
    at: 1722370035,
    headers: {
      "x-webflow-timestamp": "1722370035277",
      "x-webflow-signature": "3d2c36d21a1f85c7812f702074afdf7ea44f45f49155d4c0704735d6366295f8",
    },
    body: '{"triggerType":"form_submission","payload":{"name":"Email Form","siteId":"65427cf400e02b306eaa049c","data":{"Email 2":"hello@gmail.com"},"submittedAt":"2024-07-30T20:07:15.220Z","id":"66a947f35b9d7ba400e22733","formId":"65429eadebe8a9f3a30f62d7"}}',
  },
  {
    provider: "sanity",
    by: "vendor",
    source: "sanity-io/webhook-toolkit, test/signature.test.ts",
    auth: {
      secret: "test",
    },
    at: 1633519811,
    headers: {
      "sanity-webhook-signature": "t=1633519811129,v1=tLa470fx7qkLLEcMOcEUFuBbRSkGujyskxrNXcoh0N0",
    },
    body: '{"_id":"resume"}',
  },
  {
    provider: "twilio",
    by: "vendor",
    source: "twilio.com, Webhooks security: the example with a form",
    auth: {
      secret: "12345",
      publicUrl: "https://mycompany.com/myapp.php",
    },
    target: "/myapp.php?foo=1&bar=2",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "x-twilio-signature": "RSOYDt4T1cUTdK1PDd93/VVr8B8=",
    },
    body: "CallSid=CA1234567890ABCDE&Caller=%2B14158675309&Digits=1234&From=%2B14158675309&To=%2B18005551212",
  },
  {
    provider: "twilio",
    by: "vendor",
    source: "twilio/twilio-python, tests/unit/test_request_validator.py: a JSON body",
    auth: {
      secret: "12345",
      publicUrl: "https://mycompany.com/myapp.php",
    },
    target:
      "/myapp.php?foo=1&bar=2&bodySHA256=0a1ff7634d9ab3b95db5c9a2dfe9416e41502b283a80c7cf19632632f96e6620",
    headers: {
      "content-type": "application/json",
      "x-twilio-signature": "a9nBmqA0ju/hNViExpshrM61xv4=",
    },
    body: '{"property": "value", "boolean": true}',
  },
  {
    provider: "mandrill",
    by: "recorded",
    source: "evendis/mandrill-rails, spec/fixtures/webhook_examples/click_with_signature.json",
    auth: {
      secret: "ntynTMaFpM_octE5R1DKAw",
      publicUrl: "http://requestb.in/q9a918q9",
    },
    target: "/q9a918q9",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "x-mandrill-signature": "7rUa4lNJitlb178MgGOcHO6T4Bg=",
    },
    body: "mandrill_events=%5B%7B%22event%22%3A%22click%22%2C%22msg%22%3A%7B%22ts%22%3A1365109999%2C%22subject%22%3A%22This+an+example+webhook+message%22%2C%22email%22%3A%22example.webhook%40mandrillapp.com%22%2C%22sender%22%3A%22example.sender%40mandrillapp.com%22%2C%22tags%22%3A%5B%22webhook-example%22%5D%2C%22opens%22%3A%5B%7B%22ts%22%3A1365111111%7D%5D%2C%22clicks%22%3A%5B%7B%22ts%22%3A1365111111%2C%22url%22%3A%22http%3A%5C%2F%5C%2Fmandrill.com%22%7D%5D%2C%22state%22%3A%22sent%22%2C%22metadata%22%3A%7B%22user_id%22%3A111%7D%2C%22_id%22%3A%22exampleaaaaaaaaaaaaaaaaaaaaaaaaa%22%2C%22_version%22%3A%22exampleaaaaaaaaaaaaaaa%22%7D%2C%22ip%22%3A%22127.0.0.1%22%2C%22location%22%3A%7B%22country_short%22%3A%22US%22%2C%22country%22%3A%22United+States%22%2C%22region%22%3A%22Oklahoma%22%2C%22city%22%3A%22Oklahoma+City%22%2C%22latitude%22%3A35.4675598145%2C%22longitude%22%3A-97.5164337158%2C%22postal_code%22%3A%2273101%22%2C%22timezone%22%3A%22-05%3A00%22%7D%2C%22user_agent%22%3A%22Mozilla%5C%2F5.0+%28Macintosh%3B+U%3B+Intel+Mac+OS+X+10.6%3B+en-US%3B+rv%3A1.9.1.8%29+Gecko%5C%2F20100317+Postbox%5C%2F1.1.3%22%2C%22user_agent_parsed%22%3A%7B%22type%22%3A%22Email+Client%22%2C%22ua_family%22%3A%22Postbox%22%2C%22ua_name%22%3A%22Postbox+1.1.3%22%2C%22ua_version%22%3A%221.1.3%22%2C%22ua_url%22%3A%22http%3A%5C%2F%5C%2Fwww.postbox-inc.com%5C%2F%22%2C%22ua_company%22%3A%22Postbox%2C+Inc.%22%2C%22ua_company_url%22%3A%22http%3A%5C%2F%5C%2Fwww.postbox-inc.com%5C%2F%22%2C%22ua_icon%22%3A%22http%3A%5C%2F%5C%2Fcdn.mandrill.com%5C%2Fimg%5C%2Femail-client-icons%5C%2Fpostbox.png%22%2C%22os_family%22%3A%22OS+X%22%2C%22os_name%22%3A%22OS+X+10.6+Snow+Leopard%22%2C%22os_url%22%3A%22http%3A%5C%2F%5C%2Fwww.apple.com%5C%2Fosx%5C%2F%22%2C%22os_company%22%3A%22Apple+Computer%2C+Inc.%22%2C%22os_company_url%22%3A%22http%3A%5C%2F%5C%2Fwww.apple.com%5C%2F%22%2C%22os_icon%22%3A%22http%3A%5C%2F%5C%2Fcdn.mandrill.com%5C%2Fimg%5C%2Femail-client-icons%5C%2Fmacosx.png%22%2C%22mobile%22%3Afalse%7D%2C%22url%22%3A%22http%3A%5C%2F%5C%2Fmandrill.com%22%2C%22ts%22%3A1379233940%7D%2C%7B%22event%22%3A%22click%22%2C%22msg%22%3A%7B%22ts%22%3A1365109999%2C%22subject%22%3A%22This+an+example+webhook+message%22%2C%22email%22%3A%22example.webhook%40mandrillapp.com%22%2C%22sender%22%3A%22example.sender%40mandrillapp.com%22%2C%22tags%22%3A%5B%22webhook-example%22%5D%2C%22opens%22%3A%5B%7B%22ts%22%3A1365111111%7D%5D%2C%22clicks%22%3A%5B%7B%22ts%22%3A1365111111%2C%22url%22%3A%22http%3A%5C%2F%5C%2Fmandrill.com%22%7D%5D%2C%22state%22%3A%22sent%22%2C%22metadata%22%3A%7B%22user_id%22%3A111%7D%2C%22_id%22%3A%22exampleaaaaaaaaaaaaaaaaaaaaaaaaa%22%2C%22_version%22%3A%22exampleaaaaaaaaaaaaaaa%22%7D%2C%22ip%22%3A%22127.0.0.1%22%2C%22location%22%3A%7B%22country_short%22%3A%22US%22%2C%22country%22%3A%22United+States%22%2C%22region%22%3A%22Oklahoma%22%2C%22city%22%3A%22Oklahoma+City%22%2C%22latitude%22%3A35.4675598145%2C%22longitude%22%3A-97.5164337158%2C%22postal_code%22%3A%2273101%22%2C%22timezone%22%3A%22-05%3A00%22%7D%2C%22user_agent%22%3A%22Mozilla%5C%2F5.0+%28Macintosh%3B+U%3B+Intel+Mac+OS+X+10.6%3B+en-US%3B+rv%3A1.9.1.8%29+Gecko%5C%2F20100317+Postbox%5C%2F1.1.3%22%2C%22user_agent_parsed%22%3A%7B%22type%22%3A%22Email+Client%22%2C%22ua_family%22%3A%22Postbox%22%2C%22ua_name%22%3A%22Postbox+1.1.3%22%2C%22ua_version%22%3A%221.1.3%22%2C%22ua_url%22%3A%22http%3A%5C%2F%5C%2Fwww.postbox-inc.com%5C%2F%22%2C%22ua_company%22%3A%22Postbox%2C+Inc.%22%2C%22ua_company_url%22%3A%22http%3A%5C%2F%5C%2Fwww.postbox-inc.com%5C%2F%22%2C%22ua_icon%22%3A%22http%3A%5C%2F%5C%2Fcdn.mandrill.com%5C%2Fimg%5C%2Femail-client-icons%5C%2Fpostbox.png%22%2C%22os_family%22%3A%22OS+X%22%2C%22os_name%22%3A%22OS+X+10.6+Snow+Leopard%22%2C%22os_url%22%3A%22http%3A%5C%2F%5C%2Fwww.apple.com%5C%2Fosx%5C%2F%22%2C%22os_company%22%3A%22Apple+Computer%2C+Inc.%22%2C%22os_company_url%22%3A%22http%3A%5C%2F%5C%2Fwww.apple.com%5C%2F%22%2C%22os_icon%22%3A%22http%3A%5C%2F%5C%2Fcdn.mandrill.com%5C%2Fimg%5C%2Femail-client-icons%5C%2Fmacosx.png%22%2C%22mobile%22%3Afalse%7D%2C%22url%22%3A%22http%3A%5C%2F%5C%2Fmandrill.com%22%2C%22ts%22%3A1379233940%7D%5D",
  },
  {
    provider: "hubspot",
    by: "vendor",
    source: "HubSpot/hubspot-api-python, tests/spec/utils/test_signature.py",
    auth: {
      secret: "yyyyyyyy-yyyy-yyyy-yyyy-yyyyyyyyyyyy",
      publicUrl: "https://www.example.com/webhook_uri",
    },
    target: "/webhook_uri",
    at: 1693657560,
    headers: {
      "x-hubspot-request-timestamp": "1693657560000",
      "x-hubspot-signature-v3": "K36dawei4A+QBNolUOqo7s91KQDWQ5MXZ/QufNYuk/Y=",
    },
    body: "{'example_field':'example_value'}",
  },
  {
    provider: "square",
    by: "vendor",
    source: "square/square-nodejs-sdk, its tests of webhooks",
    auth: {
      secret: "asdf1234",
      publicUrl: "https://example.com/webhook",
    },
    target: "/webhook",
    headers: {
      "x-square-hmacsha256-signature": "2kRE5qRU2tR+tBGlDwMEw2avJ7QM4ikPYD/PJ3bd9Og=",
    },
    body: '{"hello":"world"}',
  },
  {
    provider: "square",
    by: "vendor",
    source: "square/square-python-sdk, tests/integration/test_webhooks_helper.py",
    auth: {
      secret: "Ibxx_5AKakO-3qeNVR61Dw",
      publicUrl: "https://webhook.site/679a4f3a-dcfa-49ee-bac5-9d0edad886b9",
    },
    target: "/679a4f3a-dcfa-49ee-bac5-9d0edad886b9",
    headers: {
      "x-square-hmacsha256-signature": "GF4YkrJgGBDZ9NIYbNXBnMzqb2HoL4RW/S6vkZ9/2N4=",
    },
    body: '{"merchant_id":"MLEFBHHSJGVHD","type":"webhooks.test_notification","event_id":"ac3ac95b-f97d-458c-a6e6-18981597e05f","created_at":"2022-07-13T20:30:59.037339943Z","data":{"type":"webhooks","id":"bc368e64-01aa-407e-b46e-3231809b1129"}}',
  },
  {
    provider: "discord",
    by: "library",
    source: "webhook-co/webhook, packages/webhooks-spec, discord.test.ts",
    auth: {
      publicKey: "79b5562e8fe654f94078b112e8a98ba7901f853ae695bed7e0e3910bad049664",
    },
    at: 1610000000,
    headers: {
      "x-signature-timestamp": "1610000000",
      "x-signature-ed25519":
        "50db4086e890c41c26b539f0dd95af18b4d8b03d2f4203964d238b4946943ee2cc6fd52c47ddb355d267086a8c4e299d1054d3d655dba6e0f237a779f634800d",
    },
    body: '{"type":1}',
  },
  {
    provider: "sendgrid",
    by: "vendor",
    source: "sendgrid/sendgrid-nodejs and sendgrid-python, their tests of the event webhook",
    auth: {
      publicKey:
        "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE83T4O/n84iotIvIW4mdBgQ/7dAfSmpqIM8kF9mN1flpVKS3GRqe62gw+2fNNRaINXvVpiglSI8eNEc6wEA3F+g==",
    },
    at: 1600112502,
    headers: {
      "x-twilio-email-event-webhook-timestamp": "1600112502",
      "x-twilio-email-event-webhook-signature":
        "MEUCIGHQVtGj+Y3LkG9fLcxf3qfI10QysgDWmMOVmxG0u6ZUAiEAyBiXDWzM+uOe5W0JuG+luQAbPIqHh89M15TluLtEZtM=",
    },
    body: '[{"email":"hello@world.com","event":"dropped","reason":"Bounced Address","sg_event_id":"ZHJvcC0xMDk5NDkxOS1MUnpYbF9OSFN0T0doUTRrb2ZTbV9BLTA","sg_message_id":"LRzXl_NHStOGhQ4kofSm_A.filterdrecv-p3mdw1-756b745b58-kmzbl-18-5F5FC76C-9.0","smtp-id":"<LRzXl_NHStOGhQ4kofSm_A@ismtpd0039p1iad1.sendgrid.net>","timestamp":1600112492}]\r\n',
  },
  {
    provider: "mailgun",
    by: "library",
    source: "belidzs/Mailgun.Models.SignedEvent, MailgunSignatureTests.cs",
    auth: {
      secret: "ffffffffffffffffffffffffffffffff-ffffffff-ffffffff",
    },
    at: 1592474100,
    signed: "ffffffffffffffffffffffffffffffffffffffffffffffffff",
    headers: {},
    body: '{"signature":{"timestamp":"1592474100","token":"ffffffffffffffffffffffffffffffffffffffffffffffffff","signature":"de4b938580bb4d84f710cbb8bfa7d224bb2262c8f644f558c2901c1ae645bb03"},"event-data":{"event":"opened"}}',
  },
  {
    provider: "adyen",
    by: "vendor",
    source: "Adyen/adyen-python-api-library, test/UtilTest.py",
    auth: {
      secret: "44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056",
    },
    signed: "7914073381342284",
    headers: {},
    body: '{"live":"false","notificationItems":[{"NotificationRequestItem":{"pspReference":"7914073381342284","merchantReference":"TestPayment-1407325143704","merchantAccountCode":"TestMerchant","amount":{"currency":"EUR","value":1130},"eventCode":"AUTHORISATION","success":"true","eventDate":"2019-05-06T17:15:34.121+02:00","operations":["CANCEL","CAPTURE","REFUND"],"paymentMethod":"visa","additionalData":{"hmacSignature":"coqCmt/IZ4E3CzPvMY8zTjQVL5hYJUiBRg8UU+iCWo0="}}}]}',
  },
  {
    provider: "adyen",
    by: "vendor",
    source: "Adyen/adyen-python-api-library, test/mocks/util/colon_notification.json",
    auth: {
      secret: "74F490DD33F7327BAECC88B2947C011FC02D014A473AAA33A8EC93E4DC069174",
    },
    signed: "M8NB66SBZSGLNK82",
    headers: {},
    body: '{"live":"false","notificationItems":[{"NotificationRequestItem":{"additionalData":{"acquirerCode":"TestPmmAcquirer","acquirerReference":"8NQH5BNF58M","authCode":"039404","avsResult":"5 No AVS data provided","avsResultRaw":"5","cardSummary":"1111","checkout.cardAddedBrand":"visa","cvcResult":"1 Matches","cvcResultRaw":"M","expiryDate":"03/2030","hmacSignature":"2EQYm7YJpKO4EtHSPu55SQTyWf8dkW5u2nD1tJFpViA=","paymentMethod":"visa","refusalReasonRaw":"AUTHORISED","retry.attempt1.acquirer":"TestPmmAcquirer","retry.attempt1.acquirerAccount":"TestPmmAcquirerAccount","retry.attempt1.avsResultRaw":"5","retry.attempt1.rawResponse":"AUTHORISED","retry.attempt1.responseCode":"Approved","retry.attempt1.scaExemptionRequested":"lowValue","scaExemptionRequested":"lowValue"},"amount":{"currency":"EUR","value":1000},"eventCode":"AUTHORISATION","eventDate":"2023-01-10T13:40:54+01:00","merchantAccountCode":"AntoniStroinski","merchantReference":":slashes are fun","operations":["CANCEL","CAPTURE","REFUND"],"paymentMethod":"visa","pspReference":"M8NB66SBZSGLNK82","reason":"039404:1111:03/2030","success":"true"}}]}',
  },
  {
    provider: "sns",
    by: "vendor",
    source:
      "aws/aws-php-sns-message-validator, tests/FunctionalValidationsTest.php: a message of version 1",
    auth: {
      topics: [
        "arn:aws:sns:us-east-2:295079676684:publish-and-verify-892f85fe-4836-424d-8188-ab85bef0f362",
      ],
      signatureVersion: 1,
    },
    at: 1659043438,
    signed: "Hello world",
    headers: {},
    body: '{"Type":"Notification","MessageId":"792cda85-518f-5dd3-9163-81d851212f3a","TopicArn":"arn:aws:sns:us-east-2:295079676684:publish-and-verify-892f85fe-4836-424d-8188-ab85bef0f362","Message":"Hello world","Timestamp":"2022-07-28T21:23:58.317Z","SignatureVersion":"1","Signature":"ghtf+deOBAzHJJZ6s6CdRLfTQAlcGzq9naoFM1wi0CJiq//uVRuZnamrkWNF0fhouMFvuLVRwcz8PZLUMSfnmd5VpdTKpTyiKmy1qJAZXma0w+yi7G+I33hD1Jyk1Nbym2n0kqp3fVu2aoooiN2ZeLAT2bH0/BtjLSfN1yAOKNoprco4qV9gGUZinXJdj9a1YdNhDR2jKi33ldlsVtEXAtiaDklGEk7DgRKX38GerBPiLg3FdtgY6KC7cdeGpU/dGK+4hjc83Ive1HoFkAwqhpgInM2sMytBosoiXfCmOKmU4xeGD0gHDNZTlJUJQDlzw8Eag0H9f/5zXF9d3uy0YQ==","SigningCertURL":"https://sns.us-east-2.amazonaws.com/SimpleNotificationService-7ff5318490ec183fbaddaa2a969abfda.pem","UnsubscribeURL":"https://sns.us-east-2.amazonaws.com/?Action=Unsubscribe&SubscriptionArn=arn:aws:sns:us-east-2:295079676684:publish-and-verify-892f85fe-4836-424d-8188-ab85bef0f362:2296bc94-7992-4be1-b15f-b97229b5c1d8"}',
    document: {
      url: "https://sns.us-east-2.amazonaws.com/SimpleNotificationService-7ff5318490ec183fbaddaa2a969abfda.pem",
      text: "-----BEGIN CERTIFICATE-----\nMIIF1zCCBL+gAwIBAgIQB9pYWG3Mi7xej22g9pobJTANBgkqhkiG9w0BAQsFADBG\nMQswCQYDVQQGEwJVUzEPMA0GA1UEChMGQW1hem9uMRUwEwYDVQQLEwxTZXJ2ZXIg\nQ0EgMUIxDzANBgNVBAMTBkFtYXpvbjAeFw0yMTA5MDcwMDAwMDBaFw0yMjA4MTcy\nMzU5NTlaMBwxGjAYBgNVBAMTEXNucy5hbWF6b25hd3MuY29tMIIBIjANBgkqhkiG\n9w0BAQEFAAOCAQ8AMIIBCgKCAQEAutFqueT3XgP13udzxE6UpbdjOtVO5DwoMpSM\niDNMnGzF1TYH5/R2LPUOBeTB0SkKnR4kpNcUZhicpGD4aKciz/GEZ6wu65xncfT9\nH/KBOQwoXYTuClHwp6fYpGzcGFaFoEYMnijL/o4qmTSd+ukglQUgKpsDw4ofw6rU\nm2CttJo+GQSNQ9NfGR1h/0J+zsApkeSYrXRx5wNlu87z8os1C/6PBrUHwt3xXeaf\nXzfwut8aRRYsS8BySOA9DAgLfNHlfdQCjKPXKrG/ussgReyWD6n/HH+j7Uha3xos\nTzQqJifcxlTq6MxWdPR6fDaJNvqw6DOE7UjUNxHguXHlVfxhlQIDAQABo4IC6TCC\nAuUwHwYDVR0jBBgwFoAUWaRmBlKge5WSPKOUByeWdFv5PdAwHQYDVR0OBBYEFAqz\nC+vyouneE7mWWLbi9i0UsWUbMBwGA1UdEQQVMBOCEXNucy5hbWF6b25hd3MuY29t\nMA4GA1UdDwEB/wQEAwIFoDAdBgNVHSUEFjAUBggrBgEFBQcDAQYIKwYBBQUHAwIw\nOwYDVR0fBDQwMjAwoC6gLIYqaHR0cDovL2NybC5zY2ExYi5hbWF6b250cnVzdC5j\nb20vc2NhMWIuY3JsMBMGA1UdIAQMMAowCAYGZ4EMAQIBMHUGCCsGAQUFBwEBBGkw\nZzAtBggrBgEFBQcwAYYhaHR0cDovL29jc3Auc2NhMWIuYW1hem9udHJ1c3QuY29t\nMDYGCCsGAQUFBzAChipodHRwOi8vY3J0LnNjYTFiLmFtYXpvbnRydXN0LmNvbS9z\nY2ExYi5jcnQwDAYDVR0TAQH/BAIwADCCAX0GCisGAQQB1nkCBAIEggFtBIIBaQFn\nAHYAKXm+8J45OSHwVnOfY6V35b5XfZxgCvj5TV0mXCVdx4QAAAF7vfDVkQAABAMA\nRzBFAiEA2XfHuy36aqRFiaL8c3md2mH451go8707+fRE0pEdSRACIE/g5FXTUXUZ\nPFcmOhm9TZ+uMY1i4CIQ/CKVWln6C3t+AHYAUaOw9f0BeZxWbbg3eI8MpHrMGyfL\n956IQpoN/tSLBeUAAAF7vfDVjAAABAMARzBFAiBF1MhhFP0+FQt3daDFfMYoWwnr\nmuTInrjNpwfzlvQBugIhAPYadFzr+LaxSJoiZEbEHBvTts7bT0M3eCQONA2O7w6n\nAHUAQcjKsd8iRkoQxqE6CUKHXk4xixsD6+tLx2jwkGKWBvYAAAF7vfDVdAAABAMA\nRjBEAiAtPapmFAuA71ih4NoSd5hJelzAltNQpxDMcDfDyHyU8gIgWxmaa6+2KbBu\n9xdv379zvnJACFR7jc+4asl08Dn4aagwDQYJKoZIhvcNAQELBQADggEBAA54QX0u\noFWXfMmv02CGZv4NWo5TapyeeixQ2kKpZHRdVZjxZrw+hoF6HD7P3kGjH8ztyJll\ntDxB0qgMltbPhQdScwhA6iTgoaBYqEUC/VHKd4PmmPT6yIsM36NBZVmkGlzl5uNo\n/dBgBaG0SsVJnhr5zro3c2quC7n6fVGEZhf/UgQwRnnvThnvbNKguglDMq4uEqv8\nnjKyleht+glkcmXO0m9qLKt6BOS0amy6U2GlAwRn0Wx02ndJtnRCSC6kPuRWK/SQ\nFEjB7gCK4hdKaAOuWdZpI55vF6ifOeM8toC3g7ofO8qLTnJupAG+ZitY5J3cvHWr\nHqOUdKigPDHYLRo=\n-----END CERTIFICATE-----\n",
    },
  },
  {
    provider: "sns",
    by: "vendor",
    source:
      "aws/aws-php-sns-message-validator, tests/FunctionalValidationsTest.php: a message of version 2",
    auth: {
      topics: [
        "arn:aws:sns:us-east-2:295079676684:publish-and-verify-62674b1d-4295-426b-88e7-5fb75652a04e",
      ],
    },
    at: 1659043448,
    signed: "Hello world",
    headers: {},
    body: '{"Type":"Notification","MessageId":"17dea24b-55c2-540b-8362-f916557af765","TopicArn":"arn:aws:sns:us-east-2:295079676684:publish-and-verify-62674b1d-4295-426b-88e7-5fb75652a04e","Message":"Hello world","Timestamp":"2022-07-28T21:24:08.324Z","SignatureVersion":"2","Signature":"CXVqp9PfZAL+4JHS3Zxo1PFbQsvnOjvmYhtIf17TWpwc+iIVas8kZ8GopuzVzVMdatE7rCl/O4P91Zp05Dwz8lk8dLhfp8gSu3Njlzxlyrmzo9x3va3Jb7zFnedgS2GKnZWHGBdwTXho+TosNUE+3e10OMSlwN5XGDwX7+R3WL+rn+AXmFAqp3alg27sYa55h1dLE9cGszGPjScPdtF3BmZsUDMx9wSdNKsCk+vSvE8yBjnCmUl7laSFj3LzPVrlSwgNYCF3kYnNAkah7NplK4SFhJYLwS0HCVCQJKa8rVbQLf9cBTu60U402mrgy0bN8xWoyimzbYbrOMJjalqkUg==","SigningCertURL":"https://sns.us-east-2.amazonaws.com/SimpleNotificationService-7ff5318490ec183fbaddaa2a969abfda.pem","UnsubscribeURL":"https://sns.us-east-2.amazonaws.com/?Action=Unsubscribe&SubscriptionArn=arn:aws:sns:us-east-2:295079676684:publish-and-verify-62674b1d-4295-426b-88e7-5fb75652a04e:ad7d16e3-0a7c-46aa-b23e-ffaf02250cbe"}',
    document: {
      url: "https://sns.us-east-2.amazonaws.com/SimpleNotificationService-7ff5318490ec183fbaddaa2a969abfda.pem",
      text: "-----BEGIN CERTIFICATE-----\nMIIF1zCCBL+gAwIBAgIQB9pYWG3Mi7xej22g9pobJTANBgkqhkiG9w0BAQsFADBG\nMQswCQYDVQQGEwJVUzEPMA0GA1UEChMGQW1hem9uMRUwEwYDVQQLEwxTZXJ2ZXIg\nQ0EgMUIxDzANBgNVBAMTBkFtYXpvbjAeFw0yMTA5MDcwMDAwMDBaFw0yMjA4MTcy\nMzU5NTlaMBwxGjAYBgNVBAMTEXNucy5hbWF6b25hd3MuY29tMIIBIjANBgkqhkiG\n9w0BAQEFAAOCAQ8AMIIBCgKCAQEAutFqueT3XgP13udzxE6UpbdjOtVO5DwoMpSM\niDNMnGzF1TYH5/R2LPUOBeTB0SkKnR4kpNcUZhicpGD4aKciz/GEZ6wu65xncfT9\nH/KBOQwoXYTuClHwp6fYpGzcGFaFoEYMnijL/o4qmTSd+ukglQUgKpsDw4ofw6rU\nm2CttJo+GQSNQ9NfGR1h/0J+zsApkeSYrXRx5wNlu87z8os1C/6PBrUHwt3xXeaf\nXzfwut8aRRYsS8BySOA9DAgLfNHlfdQCjKPXKrG/ussgReyWD6n/HH+j7Uha3xos\nTzQqJifcxlTq6MxWdPR6fDaJNvqw6DOE7UjUNxHguXHlVfxhlQIDAQABo4IC6TCC\nAuUwHwYDVR0jBBgwFoAUWaRmBlKge5WSPKOUByeWdFv5PdAwHQYDVR0OBBYEFAqz\nC+vyouneE7mWWLbi9i0UsWUbMBwGA1UdEQQVMBOCEXNucy5hbWF6b25hd3MuY29t\nMA4GA1UdDwEB/wQEAwIFoDAdBgNVHSUEFjAUBggrBgEFBQcDAQYIKwYBBQUHAwIw\nOwYDVR0fBDQwMjAwoC6gLIYqaHR0cDovL2NybC5zY2ExYi5hbWF6b250cnVzdC5j\nb20vc2NhMWIuY3JsMBMGA1UdIAQMMAowCAYGZ4EMAQIBMHUGCCsGAQUFBwEBBGkw\nZzAtBggrBgEFBQcwAYYhaHR0cDovL29jc3Auc2NhMWIuYW1hem9udHJ1c3QuY29t\nMDYGCCsGAQUFBzAChipodHRwOi8vY3J0LnNjYTFiLmFtYXpvbnRydXN0LmNvbS9z\nY2ExYi5jcnQwDAYDVR0TAQH/BAIwADCCAX0GCisGAQQB1nkCBAIEggFtBIIBaQFn\nAHYAKXm+8J45OSHwVnOfY6V35b5XfZxgCvj5TV0mXCVdx4QAAAF7vfDVkQAABAMA\nRzBFAiEA2XfHuy36aqRFiaL8c3md2mH451go8707+fRE0pEdSRACIE/g5FXTUXUZ\nPFcmOhm9TZ+uMY1i4CIQ/CKVWln6C3t+AHYAUaOw9f0BeZxWbbg3eI8MpHrMGyfL\n956IQpoN/tSLBeUAAAF7vfDVjAAABAMARzBFAiBF1MhhFP0+FQt3daDFfMYoWwnr\nmuTInrjNpwfzlvQBugIhAPYadFzr+LaxSJoiZEbEHBvTts7bT0M3eCQONA2O7w6n\nAHUAQcjKsd8iRkoQxqE6CUKHXk4xixsD6+tLx2jwkGKWBvYAAAF7vfDVdAAABAMA\nRjBEAiAtPapmFAuA71ih4NoSd5hJelzAltNQpxDMcDfDyHyU8gIgWxmaa6+2KbBu\n9xdv379zvnJACFR7jc+4asl08Dn4aagwDQYJKoZIhvcNAQELBQADggEBAA54QX0u\noFWXfMmv02CGZv4NWo5TapyeeixQ2kKpZHRdVZjxZrw+hoF6HD7P3kGjH8ztyJll\ntDxB0qgMltbPhQdScwhA6iTgoaBYqEUC/VHKd4PmmPT6yIsM36NBZVmkGlzl5uNo\n/dBgBaG0SsVJnhr5zro3c2quC7n6fVGEZhf/UgQwRnnvThnvbNKguglDMq4uEqv8\nnjKyleht+glkcmXO0m9qLKt6BOS0amy6U2GlAwRn0Wx02ndJtnRCSC6kPuRWK/SQ\nFEjB7gCK4hdKaAOuWdZpI55vF6ifOeM8toC3g7ofO8qLTnJupAG+ZitY5J3cvHWr\nHqOUdKigPDHYLRo=\n-----END CERTIFICATE-----\n",
    },
  },
  {
    provider: "box",
    by: "vendor",
    source: "box/box-python-sdk, test/unit/object/test_webhook.py",
    auth: { secret: "SamplePrimaryKey" },
    at: 1577862000,
    headers: {
      "box-delivery-id": "f96bb54b-ee16-4fc5-aa65-8c2d9e5b546f",
      "box-delivery-timestamp": "2020-01-01T00:00:00-07:00",
      "box-signature-primary": "6TfeAW3A1PASkgboxxA5yqHNKOwFyMWuEXny/FPD5hI=",
      "box-signature-secondary": "v+1CD1Jdo3muIcbpv5lxxgPglOqMfsNHPV899xWYydo=",
    },
    body: '{"type":"webhook_event","webhook":{"id":"1234567890"},"trigger":"FILE.UPLOADED","source":{"id":"1234567890","type":"file","name":"Test.txt"}}',
  },
  {
    provider: "finch",
    by: "vendor",
    source: "Finch-API/finch-api-python, tests/api_resources/test_webhooks.py",
    auth: { secret: "5WbX5kEWLlfzsGNjH64I8lOOqUB6e8FH" },
    at: 1676312382,
    headers: {
      "finch-event-id": "msg_2Lh9KRb0pzN4LePd3XiA4v12Axj",
      "finch-timestamp": "1676312382",
      "finch-signature": "v1,m7y0TV2C+hlHxU42wCieApTSTaA8/047OAplBqxIV/s=",
    },
    body: '{"company_id":"720be419-0293-4d32-a707-32179b0827ab"}',
  },
  {
    provider: "sinch",
    by: "vendor",
    source: "sinch/sinch-sdk-node, packages/sdk-client/tests/utils/authorization.helper.test.ts",
    auth: { secret: "foo_secret1234" },
    at: 1634579353,
    headers: {
      "x-sinch-webhook-signature": "6bpJoRmFoXVjfJIVglMoJzYXxnoxRujzR4k2GOXewOE=",
      "x-sinch-webhook-signature-algorithm": "HmacSHA256",
      "x-sinch-webhook-signature-nonce": "01FJA8B4A7BM43YGWSG9GBV067",
      "x-sinch-webhook-signature-timestamp": "1634579353",
    },
    body: '{"app_id":"","accepted_time":"2021-10-18T17:49:13.813615Z","project_id":"e2df3a34-a71b-4448-9db5-a8d2baad28e4","contact_create_notification":{"contact":{"id":"01FJA8B466Y0R2GNXD78MD9SM1","channel_identities":[{"channel":"SMS","identity":"48123456789","app_id":""}],"display_name":"New Test Contact","email":"new.contact@email.com","external_id":"","metadata":"","language":"EN_US"}},"message_metadata":""}',
  },
  {
    provider: "cronofy",
    by: "vendor",
    source: "cronofy/cronofy-ruby, spec/lib/cronofy/client_spec.rb",
    auth: { secret: "pDY0Oi7TJSP2hfNmZNkm5" },
    headers: {
      "cronofy-hmac-sha256": "6r2/HjBkqymGegX0wOfifieeUXbbHwtV/LohHS+jv6c=,something-else",
    },
    body: '{"example":"well-known"}',
  },
  {
    provider: "pusher",
    by: "vendor",
    source: "pusher/pusher-http-node, tests/integration/webhook.js",
    auth: { secret: "tofu" },
    headers: {
      "x-pusher-key": "123456789",
      "x-pusher-signature": "c17257e92037cd7de407ebc1ed174ceb7b2e518db127f44411b9ffc4f5b28cc5",
    },
    body: '{"time_ms":1403175510755,"events":[{"channel":"test_channel","name":"channel_vacated"}]}',
  },
  {
    provider: "revolut",
    by: "vendor",
    source: "developer.revolut.com, Verify the payload signature: Business",
    auth: { secret: "wsk_r59a4HfWVAKycbCaNO1RvgCJec02gRd8" },
    at: 1683650202,
    headers: {
      "revolut-request-timestamp": "1683650202360",
      "revolut-signature": "v1=bca326fb378d0da7f7c490ad584a8106bab9723d8d9cdd0d50b4c5b3be3837c0",
    },
    body: '{"data":{"id":"645a7696-22f3-aa47-9c74-cbae0449cc46","new_state":"completed","old_state":"pending","request_id":"app_charges-9f5d5eb3-1e06-46c5-b1c0-3914763e0bcb"},"event":"TransactionStateChanged","timestamp":"2023-05-09T16:36:38.028960Z"}',
  },
  {
    provider: "airwallex",
    by: "library",
    source: "SlopMaster2/webhook-verify, src/providers/airwallex.rs",
    auth: { secret: "dwuU84dOhCmZKxKakoJRW0n7sJk4Y0XPHRmBLXWOvM42P8z3qlxRny" },
    at: 1357872222,
    headers: {
      "x-timestamp": "1357872222592",
      "x-signature": "59151be7df26a3f68ea91344ca9d4b521b5860f1922b7e4584a0e39a616aab5d",
    },
    body: '{"id":"evt_100_2019102201540902013102020043_8321220011893766","name":"payment_attempt.authorized","account_id":"19621303213","data":{"object":{"payment_intent_id":"pi_09Y0F6n2zzMaxIW7DxAtCEyi","amount":"150.00","currency":"USD","status":"AUTHORISED"}},"created_at":"2019-10-22T01:54:09+0000","version":"2024-02-22"}',
  },
  {
    provider: "fastspring",
    by: "library",
    source: "SlopMaster2/webhook-verify, src/providers/fastspring.rs",
    auth: { secret: "fastspring_test_signing_secret" },
    headers: {
      "x-fs-signature": "0DvtDdX42pxIa4ZqIDxavw9TrV7xWpiF6GVWl+JFIGg=",
    },
    body: '{"id":"ord_8FD54F54448B4D8F903C","live":true,"event":"order.completed","data":{"order":{"id":"8FD54F54448B4D8F903C","display":"Order #27318 (3 items)","total":123.00,"currency":"USD","status":"completed"}}}',
  },
  {
    provider: "klaviyo",
    by: "library",
    source: "SlopMaster2/webhook-verify, src/providers/klaviyo.rs",
    auth: { secret: "klaviyo-test-secret" },
    headers: {
      "klaviyo-timestamp": "Thu, 04 Jan 2024 18:05:25 GMT",
      "klaviyo-signature": "5aa0e720d80b3a04ca04baf3c65cdfe31da57504af69fee8da29c35d45f0596b",
    },
    body: '{"data":[{"external_id":"4L3cwQae2TX","topic":"event:klaviyo.sent_sms"}],"meta":{"klaviyo_webhook_id":"a8b890458b4bbfaa26d961471b83c101d6de23bd826e7e5173a15310985ec3cb"}}',
  },
  {
    provider: "launchdarkly",
    by: "library",
    source: "SlopMaster2/webhook-verify, src/providers/launchdarkly.rs",
    auth: { secret: "ld_test_secret" },
    headers: {
      "x-ld-signature": "a5c678b7915e4397aa9993885fafee775d56fc630d0e2c84e495ce3c7a283e25",
    },
    body: '{"_id":"58eea4c62ae7436600e1b755","kind":"flag","title":"Updated flag variation","date":1491945894}',
  },
  {
    provider: "quickbooks",
    by: "vendor",
    source: "IntuitDeveloper/SampleApp-Webhooks-Java, SecurityServiceTest.java",
    auth: { secret: "12345" },
    headers: { "intuit-signature": "gfTuE5fLxnstOq8ln4LNWZfn24cg8FVB6PBv455lfzg=" },
    body: "abcd",
  },
  {
    provider: "smartcar",
    by: "vendor",
    source: "smartcar/node-sdk, test/unit/index.js",
    auth: { secret: "amt" },
    headers: {
      "sc-signature": "4c05a8da471f05156ad717baa4017acd13a3a809850b9ca7d3301dcaaa854f70",
    },
    body: '{"pizza":"pasta"}',
  },
  {
    provider: "gitea",
    by: "library",
    source: "8ctopus/gitea-hook, README.md and demo.php",
    auth: { secret: "SECRET_KEY" },
    headers: {
      "x-gitea-signature": "067ba4bc638c245de6d728095f019e8171148bdc070b98f1f7376b321ccdcd62",
    },
    body: '{"payload":"test"}',
  },
  {
    provider: "btcpay",
    by: "library",
    source: "Satoshi-Engineering/n8n-nodes-btcpay, its tests of the trigger",
    auth: { secret: "24rQ58xd7fxH1DpRU4K9Yp68i5jX" },
    headers: {
      "btcpay-sig": "sha256=520e50c33de020dbe5c55e58899ad2db29caf6faa72131686d342ffc02e8b891",
    },
    body: '{\n  "deliveryId": "XhWq8Yt3CwGbxBSRNuQFeN",\n  "webhookId": "RPmHuKhkKqmZVX854QqHHr",\n  "originalDeliveryId": "__test__a6f47008-c8e7-4965-9173-532fb3d5d04b__test__",\n  "isRedelivery": false,\n  "type": "PaymentRequestStatusChanged",\n  "timestamp": 1738660312,\n  "storeId": "9BatxYQgpxRKXfkZxoWCa324sbkcVmfJVjQixBCP7NYm",\n  "paymentRequestId": "__test__bc786aa8-8f1c-40ee-a80d-2cfd69f4d128__test__",\n  "status": "Completed"\n}',
  },
  {
    provider: "microsoft-graph",
    by: "vendor",
    source: "learn.microsoft.com, Receive change notifications through webhooks",
    auth: {
      token: "secretClientValue",
    },
    headers: {
      "content-type": "application/json",
    },
    signed: "secretClientValue",
    body: '{"value":[{"id":"lsgTZMr9KwAAA","subscriptionId":"{subscription_guid}","subscriptionExpirationDateTime":"2016-03-19T22:11:09.952Z","clientState":"secretClientValue","changeType":"created","resource":"users/{user_guid}@{tenant_guid}/messages/{long_id_string}","tenantId":"84bd8158-6d4d-4958-8b9f-9d6445542f95"}]}',
  },
  {
    provider: "figma",
    by: "vendor",
    source: "developers.figma.com, Webhooks: the example of PING",
    auth: {
      token: "secretpasscode",
    },
    headers: {
      "content-type": "application/json",
    },
    signed: "secretpasscode",
    body: '{"event_type":"PING","passcode":"secretpasscode","timestamp":"2020-02-23T20:27:16Z","webhook_id":"22"}',
  },
  {
    provider: "google-calendar",
    by: "vendor",
    source: "developers.google.com, Calendar API, Push notifications",
    auth: {
      token: "398348u3tu83ut8uu38",
    },
    signed: false,
    headers: {
      "content-type": "application/json; utf-8",
      "x-goog-channel-id": "4ba78bf0-6a47-11e2-bcfd-0800200c9a66",
      "x-goog-channel-token": "398348u3tu83ut8uu38",
      "x-goog-resource-state": "exists",
      "x-goog-message-number": "10",
    },
    body: "",
  },
  {
    provider: "aircall",
    by: "vendor",
    source: "developer.aircall.io, Webhooks: the example of number.closed",
    auth: {
      token: "45XXYYZZa08",
    },
    headers: {
      "content-type": "application/json",
    },
    signed: "45XXYYZZa08",
    body: '{"resource":"number","event":"number.closed","timestamp":1585001020,"token":"45XXYYZZa08","data":{"id":456,"name":"My first Aircall Number"}}',
  },
  {
    provider: "wise",
    by: "vendor",
    source: "transferwise/digital-signatures-examples, by its published key of the sandbox",
    auth: {
      publicKey:
        "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAwpb91cEYuyJNQepZAVfPZIlPZfNUefH+n6w9SW3fykqKu938cR7WadQv87oF2VuT+fDt7kqeRziTmPSUhqPUys/V2Q1rlfJuXbE+Gga37t7zwd0egQ+KyOEHQOpcTwKmtZ81ieGHynAQzsn1We3jwt760MsCPJ7GMT141ByQM+yW1Bx+4SG3IGjXWyqOWrcXsxAvIXkpUD/jK/L958CgnZEgz0BSEh0QxYLITnW1lLokSx/dTianWPFEhMC9BgijempgNXHNfcVirg1lPSygz7KqoKUN0oHqWLr2U1A+7kqrl6O2nx3CKs1bj1hToT1+p4kcMoHXA7kA+VBLUpEsVwIDAQAB",
    },
    headers: {
      "x-signature-sha256":
        "wKcKCYXAzxNgiu7xmoDm943NUni7Rz33QN8JkEA9dWSGebgndonabgSj18Y4C08OrwVmueGsED2s00M7DtJVcYKOS1i3G4TMVx+mgM3aL9djMBkQtiYNBFUd6wrPI7ZUNHv/TrlKSjTMc+6JFvUvJ7owY3z85e3I4jLRLJowMFvO8kvCJ60+1pY9wDwZvtZ//WS93LrwGjk9Dvwzpmu0w+P4J75tETT5qC3Uv0y5G2yO8SEoO3yNP/tg/BOli02niHb53vEOUWUb9bly6thnfMoXoiV/osoGxgF20R58RlvkAmezyyl1Sv542TfS2DpiwVnmjjjkCyXeSUcKookYLQ==",
    },
    body: '{"data":{"resource":{"id":49983981,"profile_id":16055450,"account_id":14124090,"type":"transfer"},"current_state":"incoming_payment_waiting","previous_state":null,"occurred_at":"2021-08-23T10:12:50Z"},"subscription_id":"90aa8e14-4ef1-4a56-861c-f3c9cde097ea","event_type":"transfers#state-change","schema_version":"2.0.0","sent_at":"2021-08-23T10:12:50Z"}',
  },
  {
    provider: "bridge",
    by: "vendor",
    source: "apidocs.bridge.xyz, webhook event signature verification",
    auth: {
      publicKey:
        "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAtqsEE4eI7EmzhcquGJXtLX9PMK0UH6Kl1WIR21sv8HtueG8BuvvpP3MiN7ltzmIhS8KaynCjN4l+620PnXeuxWG+CSnEdkinL9hCqbEid5vv9zl0j9LWiJx3FkKHqADU7cgm46aa8dKUdIQYF2X+O7WmyLkC4wUM/mWhBPMsIQBznashRMZxx7XJjsVp27ACUE4eNIjEXbVYN6U8jSbUhG++CfL8xXu+GHDqKmFE6Po6HnuURvLFVnCtE3mXXBcVFlPy+octfx8nOMLT3X8O9UehIigJ34o2yMm/Fq3HUJzg2BsiAiGgtr0vmeoV9Q7upSNj9TuOumAzZFi4pYA+qwIDAQAB",
    },
    at: 1705854411,
    headers: {
      "x-webhook-signature":
        "t=1705854411204,v0=jz/0dmHJ63FAzacGutrDTEoq+iSz/PHm/ugdooXDQu5NwuVIT2LmZGjsnCsBHgR9Py6OBP9zurzW4dHgygU4EDqmMPTUOvhvndYb4lWt+TY66LihaFI2whL6DAf/jb1QjYjNU0A6x9SLzC45dgE6X7zTDUM+2Z+scG/WEQf6SxQMt4E2sEipl5PqMK5lYUe3otdJV+X2c9D64bGwCEE7QSia+Vhozg8QNOQEk/rdz2IEONIg6oC43CeiN4E2kF9XLAGuy9uAHx9O9OJH5ZPLJZjyo4VcXYeWQgxaQ1gZ1Qu6hEEzgiPSff/1nou58dm4bIIazgCWli/mO0NyGcpfFw==",
    },
    body: '{"message":"Hello World!"}',
  },
];

/** @param {string} provider @returns {readonly Vector[]} */
export const vectorsOf = (provider) => VECTORS.filter((vector) => vector.provider === provider);
