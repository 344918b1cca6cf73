// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// wanted: 'init(configuration:)' is unavailable in application extensions for iOS
// flags: -application-extension
import MartletKit

func mistake(_ configuration: Martlet.Configuration) -> Martlet { Martlet(configuration: configuration) }
