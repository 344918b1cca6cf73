// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

// What every app has that uses Swift and Foundation, as the SDK does.
print(ProcessInfo.processInfo.processName, URL(fileURLWithPath: "/").path)
