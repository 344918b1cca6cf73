// Requests to the lab. A rejected request throws a Problem that names the field.
export class Problem extends Error {
  constructor({ title, remedy, field, errors, status, code }) {
    super(title);
    this.remedy = remedy ?? "";
    this.field = field ?? "";
    this.errors = errors ?? [];
    this.status = status;
    this.code = code;
  }
}

let csrf = "";

export function useToken(token) {
  csrf = token;
}

export async function call(method, path, body) {
  let response;
  try {
    response = await fetch(path, {
      method,
      headers: { accept: "application/json", "content-type": "application/json", "x-csrf-token": csrf },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Problem({ title: "The server cannot be reached.", remedy: "Check that it is running. This page reconnects automatically.", status: 0 });
  }
  if (response.ok) return response.status === 204 ? null : response.json();
  const problem = await response.json().catch(() => ({}));
  throw new Problem({ title: `The server answered ${response.status}.`, ...problem, status: response.status });
}
