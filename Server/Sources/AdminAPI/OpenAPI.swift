// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The description of all HTTP interfaces for programs, as served at `/openapi.yaml`.
public enum OpenAPI {
  public static let document = EmbeddedFiles.all.first { $0.path == "openapi.yaml" }?.text.description ?? ""
}
