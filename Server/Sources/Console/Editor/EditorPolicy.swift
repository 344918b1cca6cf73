// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import HTTPSupport

/// The content security policy of the editor: one style sheet more, that of the scene which the page itself shows, and images by http too, because
/// a preview shows what is typed.
enum EditorPolicy {
  static func policy(nonce: String) -> String {
    SecurityHeaders.pagePolicy(images: "'self' data: https: http:", styles: "'self' 'nonce-\(nonce)'")
  }
}
