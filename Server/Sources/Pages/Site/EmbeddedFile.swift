// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A text file that the build put into the binary (the plug-in `EmbedAssets`). The path is relative to the module's folder Assets: `templates/frame.mustache`,
/// `css/pages/tables.css`, `js/main.js`.
///
/// Every module's files are in its `EmbeddedFiles.all`, which needs nothing of this module's.
public typealias EmbeddedFile = (path: String, text: StaticString)
