// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The Objective-C spelling of the results.

// MARK: General

/// 0.
public let Errors_Success = ZoomVideoSDKError.Errors_Success
/// 1.
public let Errors_Wrong_Usage = ZoomVideoSDKError.Errors_Wrong_Usage
/// 2.
public let Errors_Internal_Error = ZoomVideoSDKError.Errors_Internal_Error
/// 3.
public let Errors_Uninitialize = ZoomVideoSDKError.Errors_Uninitialize
/// 4.
public let Errors_Memory_Error = ZoomVideoSDKError.Errors_Memory_Error
/// 5.
public let Errors_Load_Module_Error = ZoomVideoSDKError.Errors_Load_Module_Error
/// 6.
public let Errors_UnLoad_Module_Error = ZoomVideoSDKError.Errors_UnLoad_Module_Error
/// 7.
public let Errors_Invalid_Parameter = ZoomVideoSDKError.Errors_Invalid_Parameter
/// 8.
public let Errors_Call_Too_Frequently = ZoomVideoSDKError.Errors_Call_Too_Frequently
/// 9.
public let Errors_No_Impl = ZoomVideoSDKError.Errors_No_Impl
/// 10.
public let Errors_Dont_Support_Feature = ZoomVideoSDKError.Errors_Dont_Support_Feature
/// 11.
public let Errors_Unknown = ZoomVideoSDKError.Errors_Unknown
/// 12.
public let Errors_Remove_Folder_Fail = ZoomVideoSDKError.Errors_Remove_Folder_Fail

// MARK: Authentication

/// 1000.
public let Errors_Auth_Base = ZoomVideoSDKError.Errors_Auth_Base
/// 1001.
public let Errors_Auth_Error = ZoomVideoSDKError.Errors_Auth_Error
/// 1002.
public let Errors_Auth_Empty_Key_or_Secret = ZoomVideoSDKError.Errors_Auth_Empty_Key_or_Secret
/// 1003.
public let Errors_Auth_Wrong_Key_or_Secret = ZoomVideoSDKError.Errors_Auth_Wrong_Key_or_Secret
/// 1004.
public let Errors_Auth_DoesNot_Support_SDK = ZoomVideoSDKError.Errors_Auth_DoesNot_Support_SDK
/// 1005.
public let Errors_Auth_Disable_SDK = ZoomVideoSDKError.Errors_Auth_Disable_SDK

// MARK: Joining

/// 1500.
public let Errors_JoinSession_NoSessionName = ZoomVideoSDKError.Errors_JoinSession_NoSessionName
/// 1501.
public let Errors_JoinSession_NoSessionToken = ZoomVideoSDKError.Errors_JoinSession_NoSessionToken
/// 1502.
public let Errors_JoinSession_NoUserName = ZoomVideoSDKError.Errors_JoinSession_NoUserName
/// 1503.
public let Errors_JoinSession_Invalid_SessionName = ZoomVideoSDKError.Errors_JoinSession_Invalid_SessionName
/// 1504.
public let Errors_JoinSession_Invalid_Password = ZoomVideoSDKError.Errors_JoinSession_Invalid_Password
/// 1505.
public let Errors_JoinSession_Invalid_SessionToken = ZoomVideoSDKError.Errors_JoinSession_Invalid_SessionToken
/// 1506.
public let Errors_JoinSession_SessionName_TooLong = ZoomVideoSDKError.Errors_JoinSession_SessionName_TooLong
/// 1507.
public let Errors_JoinSession_Token_MismatchedSessionName = ZoomVideoSDKError
    .Errors_JoinSession_Token_MismatchedSessionName
/// 1508.
public let Errors_JoinSession_Token_NoSessionName = ZoomVideoSDKError.Errors_JoinSession_Token_NoSessionName
/// 1509.
public let Errors_JoinSession_Token_RoleType_EmptyOrWrong = ZoomVideoSDKError
    .Errors_JoinSession_Token_RoleType_EmptyOrWrong
/// 1510.
public let Errors_JoinSession_Token_UserIdentity_TooLong = ZoomVideoSDKError
    .Errors_JoinSession_Token_UserIdentity_TooLong

// MARK: The session

/// 2000.
public let Errors_Session_Base = ZoomVideoSDKError.Errors_Session_Base
/// 2001.
public let Errors_Session_Module_Not_Found = ZoomVideoSDKError.Errors_Session_Module_Not_Found
/// 2002.
public let Errors_Session_Service_Invalid = ZoomVideoSDKError.Errors_Session_Service_Invalid
/// 2003.
public let Errors_Session_Join_Failed = ZoomVideoSDKError.Errors_Session_Join_Failed
/// 2004.
public let Errors_Session_No_Rights = ZoomVideoSDKError.Errors_Session_No_Rights
/// 2005.
public let Errors_Session_Already_In_Progress = ZoomVideoSDKError.Errors_Session_Already_In_Progress
/// 2006.
public let Errors_Session_Dont_Support_SessionType = ZoomVideoSDKError.Errors_Session_Dont_Support_SessionType
/// 2007.
public let Errors_Session_You_Have_No_Share = ZoomVideoSDKError.Errors_Session_You_Have_No_Share
/// 2008.
public let Errors_Session_Reconnecting = ZoomVideoSDKError.Errors_Session_Reconnecting
/// 2009.
public let Errors_Session_Disconnecting = ZoomVideoSDKError.Errors_Session_Disconnecting
/// 2010.
public let Errors_Session_Not_Started = ZoomVideoSDKError.Errors_Session_Not_Started
/// 2011.
public let Errors_Session_Need_Password = ZoomVideoSDKError.Errors_Session_Need_Password
/// 2012.
public let Errors_Session_Password_Wrong = ZoomVideoSDKError.Errors_Session_Password_Wrong
/// 2013.
public let Errors_Session_Remote_DB_Error = ZoomVideoSDKError.Errors_Session_Remote_DB_Error
/// 2014.
public let Errors_Session_Invalid_Param = ZoomVideoSDKError.Errors_Session_Invalid_Param
/// 2015.
public let Errors_Session_Client_Incompatible = ZoomVideoSDKError.Errors_Session_Client_Incompatible
/// 2016.
public let Errors_Session_Account_FreeMinutesExceeded = ZoomVideoSDKError.Errors_Session_Account_FreeMinutesExceeded

// MARK: Audio and video

/// 3000.
public let Errors_Session_Audio_Error = ZoomVideoSDKError.Errors_Session_Audio_Error
/// 3001.
public let Errors_Session_Audio_No_Microphone = ZoomVideoSDKError.Errors_Session_Audio_No_Microphone
/// 3002.
public let Errors_Session_Audio_No_Speaker = ZoomVideoSDKError.Errors_Session_Audio_No_Speaker
/// 4000.
public let Errors_Session_Video_Error = ZoomVideoSDKError.Errors_Session_Video_Error
/// 4001.
public let Errors_Session_Video_Device_Error = ZoomVideoSDKError.Errors_Session_Video_Device_Error

// MARK: Raw data

/// 6001.
public let Errors_Malloc_Failed = ZoomVideoSDKError.Errors_Malloc_Failed
/// 6002.
public let Errors_Not_In_Session = ZoomVideoSDKError.Errors_Not_In_Session
/// 6003.
public let Errors_No_License = ZoomVideoSDKError.Errors_No_License
/// 6004.
public let Errors_Video_Module_Not_Ready = ZoomVideoSDKError.Errors_Video_Module_Not_Ready
/// 6005.
public let Errors_Video_Module_Error = ZoomVideoSDKError.Errors_Video_Module_Error
/// 6006.
public let Errors_Video_device_error = ZoomVideoSDKError.Errors_Video_device_error
/// 6007.
public let Errors_No_Video_Data = ZoomVideoSDKError.Errors_No_Video_Data
/// 6008.
public let Errors_Share_Module_Not_Ready = ZoomVideoSDKError.Errors_Share_Module_Not_Ready
/// 6009.
public let Errors_Share_Module_Error = ZoomVideoSDKError.Errors_Share_Module_Error
/// 6010.
public let Errors_No_Share_Data = ZoomVideoSDKError.Errors_No_Share_Data
/// 6011.
public let Errors_Audio_Module_Not_Ready = ZoomVideoSDKError.Errors_Audio_Module_Not_Ready
/// 6012.
public let Errors_Audio_Module_Error = ZoomVideoSDKError.Errors_Audio_Module_Error
/// 6013.
public let Errors_No_Audio_Data = ZoomVideoSDKError.Errors_No_Audio_Data
/// 6014.
public let Errors_Preprocess_Rawdata_Error = ZoomVideoSDKError.Errors_Preprocess_Rawdata_Error
/// 6015.
public let Errors_Rawdata_No_Device_Running = ZoomVideoSDKError.Errors_Rawdata_No_Device_Running
/// 6016.
public let Errors_Rawdata_Init_Device = ZoomVideoSDKError.Errors_Rawdata_Init_Device
/// 6017.
public let Errors_Rawdata_Virtual_Device = ZoomVideoSDKError.Errors_Rawdata_Virtual_Device
/// 6018.
public let Errors_Rawdata_Cannot_Change_Virtual_Device_In_Preview = ZoomVideoSDKError
    .Errors_Rawdata_Cannot_Change_Virtual_Device_In_Preview
/// 6019.
public let Errors_Rawdata_Internal_Error = ZoomVideoSDKError.Errors_Rawdata_Internal_Error
/// 6020.
public let Errors_Rawdata_Send_Too_Much_Data_In_Single_Time = ZoomVideoSDKError
    .Errors_Rawdata_Send_Too_Much_Data_In_Single_Time
/// 6021.
public let Errors_Rawdata_Send_Too_Frequently = ZoomVideoSDKError.Errors_Rawdata_Send_Too_Frequently
/// 6022.
public let Errors_Rawdata_Virtual_Mic_Is_Terminate = ZoomVideoSDKError.Errors_Rawdata_Virtual_Mic_Is_Terminate
/// 6023.
public let Errors_Rawdata_Invalid_Share_Preprocessing_Data_Object = ZoomVideoSDKError
    .Errors_Rawdata_Invalid_Share_Preprocessing_Data_Object
/// 6024.
public let Errors_Rawdata_Share_Preprocessing_Is_Stopped = ZoomVideoSDKError
    .Errors_Rawdata_Share_Preprocessing_Is_Stopped

// MARK: Sharing

/// 7001.
public let Errors_Session_Share_Error = ZoomVideoSDKError.Errors_Session_Share_Error
/// 7002.
public let Errors_Session_Share_Module_Not_Ready = ZoomVideoSDKError.Errors_Session_Share_Module_Not_Ready
/// 7003.
public let Errors_Session_Share_You_Are_Not_Sharing = ZoomVideoSDKError.Errors_Session_Share_You_Are_Not_Sharing
/// 7004.
public let Errors_Session_Share_Type_Is_Not_Support = ZoomVideoSDKError.Errors_Session_Share_Type_Is_Not_Support
/// 7005.
public let Errors_Session_Share_Internal_Error = ZoomVideoSDKError.Errors_Session_Share_Internal_Error
