// Why a store cannot be opened, and what to do about it.

export interface OpenProblem {
  readonly code:
    | "no_sqlite"
    | "state_folder_shared"
    | "state_folder_unusable"
    | "store_in_use"
    | "store_newer"
    | "store_foreign"
    | "store_damaged"
    | "store_missing"
    | "store_read_only"
    | "store_unusable";
  readonly message: string;
  readonly hint: string;
}
