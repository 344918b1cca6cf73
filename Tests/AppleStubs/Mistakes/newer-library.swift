// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// wanted: 'span' is only available in iOS 26.0 or newer
func mistake(_ bytes: [UInt8]) -> Int { bytes.span.count }
