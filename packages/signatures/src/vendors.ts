// All that is known of vendors, for docs and for what sends events as they do: `@hookwright/signatures/vendors`.
export { SENDERS, VENDORS } from "./vendors/generated/vendors.ts";
export type {
  Provider,
  Sample,
  SampleContext,
  Unsendable,
  Vendor,
  VendorPage,
} from "./vendors/shared/vendor.ts";
