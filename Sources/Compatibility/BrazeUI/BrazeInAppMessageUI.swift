// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

@_exported public import BrazeKit
@_exported public import MartletUI

/// The default presenter, under the name that apps which move in have for it. Its views, their attributes and its choices come along.
public typealias BrazeInAppMessageUI = InAppMessageUI

/// What the app decides and hears of messages, under the name that apps which move in have for it.
public typealias BrazeInAppMessageUIDelegate = InAppMessageUIDelegate
