// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// A double of WebKit: no page is drawn and no script runs. A test plays the page with the functions
// in the folder Drive.
@_exported import FoundationNetworking
@_exported import UIKit
