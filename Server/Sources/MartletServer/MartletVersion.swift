// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The version of server and command line, as in `CHANGELOG.md`.
public let martletVersion = "0.1.0"
