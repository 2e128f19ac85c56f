// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// The result of a call. The members keep their prefix, as in Swift on Apple systems.
public enum ZoomVideoSDKError: UInt, Hashable, Sendable {
    // General.
    case Errors_Success = 0
    case Errors_Wrong_Usage = 1
    case Errors_Internal_Error = 2
    case Errors_Uninitialize = 3
    case Errors_Memory_Error = 4
    case Errors_Load_Module_Error = 5
    case Errors_UnLoad_Module_Error = 6
    case Errors_Invalid_Parameter = 7
    case Errors_Call_Too_Frequently = 8
    case Errors_No_Impl = 9
    case Errors_Dont_Support_Feature = 10
    case Errors_Unknown = 11
    case Errors_Remove_Folder_Fail = 12
    // Authentication.
    case Errors_Auth_Base = 1000
    case Errors_Auth_Error = 1001
    case Errors_Auth_Empty_Key_or_Secret = 1002
    case Errors_Auth_Wrong_Key_or_Secret = 1003
    case Errors_Auth_DoesNot_Support_SDK = 1004
    case Errors_Auth_Disable_SDK = 1005
    // Joining.
    case Errors_JoinSession_NoSessionName = 1500
    case Errors_JoinSession_NoSessionToken = 1501
    case Errors_JoinSession_NoUserName = 1502
    case Errors_JoinSession_Invalid_SessionName = 1503
    case Errors_JoinSession_Invalid_Password = 1504
    case Errors_JoinSession_Invalid_SessionToken = 1505
    case Errors_JoinSession_SessionName_TooLong = 1506
    case Errors_JoinSession_Token_MismatchedSessionName = 1507
    case Errors_JoinSession_Token_NoSessionName = 1508
    case Errors_JoinSession_Token_RoleType_EmptyOrWrong = 1509
    case Errors_JoinSession_Token_UserIdentity_TooLong = 1510
    // The session.
    case Errors_Session_Base = 2000
    case Errors_Session_Module_Not_Found = 2001
    case Errors_Session_Service_Invalid = 2002
    case Errors_Session_Join_Failed = 2003
    case Errors_Session_No_Rights = 2004
    case Errors_Session_Already_In_Progress = 2005
    case Errors_Session_Dont_Support_SessionType = 2006
    case Errors_Session_You_Have_No_Share = 2007
    case Errors_Session_Reconnecting = 2008
    case Errors_Session_Disconnecting = 2009
    case Errors_Session_Not_Started = 2010
    case Errors_Session_Need_Password = 2011
    case Errors_Session_Password_Wrong = 2012
    case Errors_Session_Remote_DB_Error = 2013
    case Errors_Session_Invalid_Param = 2014
    case Errors_Session_Client_Incompatible = 2015
    case Errors_Session_Account_FreeMinutesExceeded = 2016
    // Audio and video.
    case Errors_Session_Audio_Error = 3000
    case Errors_Session_Audio_No_Microphone = 3001
    case Errors_Session_Audio_No_Speaker = 3002
    case Errors_Session_Video_Error = 4000
    case Errors_Session_Video_Device_Error = 4001
    // Raw data.
    case Errors_Malloc_Failed = 6001
    case Errors_Not_In_Session = 6002
    case Errors_No_License = 6003
    case Errors_Video_Module_Not_Ready = 6004
    case Errors_Video_Module_Error = 6005
    case Errors_Video_device_error = 6006
    case Errors_No_Video_Data = 6007
    case Errors_Share_Module_Not_Ready = 6008
    case Errors_Share_Module_Error = 6009
    case Errors_No_Share_Data = 6010
    case Errors_Audio_Module_Not_Ready = 6011
    case Errors_Audio_Module_Error = 6012
    case Errors_No_Audio_Data = 6013
    case Errors_Preprocess_Rawdata_Error = 6014
    case Errors_Rawdata_No_Device_Running = 6015
    case Errors_Rawdata_Init_Device = 6016
    case Errors_Rawdata_Virtual_Device = 6017
    case Errors_Rawdata_Cannot_Change_Virtual_Device_In_Preview = 6018
    case Errors_Rawdata_Internal_Error = 6019
    case Errors_Rawdata_Send_Too_Much_Data_In_Single_Time = 6020
    case Errors_Rawdata_Send_Too_Frequently = 6021
    case Errors_Rawdata_Virtual_Mic_Is_Terminate = 6022
    case Errors_Rawdata_Invalid_Share_Preprocessing_Data_Object = 6023
    case Errors_Rawdata_Share_Preprocessing_Is_Stopped = 6024
    // Sharing.
    case Errors_Session_Share_Error = 7001
    case Errors_Session_Share_Module_Not_Ready = 7002
    case Errors_Session_Share_You_Are_Not_Sharing = 7003
    case Errors_Session_Share_Type_Is_Not_Support = 7004
    case Errors_Session_Share_Internal_Error = 7005
}
