// Drawing: colours, images, paths.
#pragma once
#import <CoreFoundation/CoreFoundation.h>
