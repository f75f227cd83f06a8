// The headers that GitHub sends with a delivery, beside Host and Content-Length, which a client sets.

/** @param {string} token @returns {Record<string, string>} */
export function githubHeaders(token) {
  return {
    authorization: `Bearer ${token}`,
    accept: "*/*",
    "user-agent": "GitHub-Hookshot/044aadd",
    "content-type": "application/json",
    "accept-encoding": "gzip",
    "x-github-delivery": "72d3162e-cc78-11e3-81ab-4c9367dc0958",
    "x-github-event": "push",
    "x-github-hook-id": "292430182",
    "x-github-hook-installation-target-id": "79929171",
    "x-github-hook-installation-target-type": "repository",
    "x-hub-signature": "sha1=7d38cdd689735b008b3c702edd92eea23791c5f6",
    "x-hub-signature-256":
      "sha256=d57c68ca6f92289e6987922ff26938930f6e66a2d161ef06abdf1859230aa23c",
    "x-forwarded-for": "140.82.115.54",
  };
}
