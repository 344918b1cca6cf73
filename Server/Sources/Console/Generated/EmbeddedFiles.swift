// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file
// Written by scripts/embed-assets from the files in Assets; change those and run it again.

package enum EmbeddedFiles {
  package static let all: [(path: String, text: StaticString)] = [
    file0,
  ]
}

private let file0: (path: String, text: StaticString) = ("css/console/base.css", #"""
/* What only the console has. */
@layer components {
}

"""#)
